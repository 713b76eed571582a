// Which shape is met first, and how deep; shapes are numbered from 1.

uniform vec3 eye;
uniform mat3 rays;  // from a place in the picture to the direction of its ray

flat in int row;
out uint found;

void main() {
    float hit = first_hit(shape_at(row), eye, rays * vec3(gl_FragCoord.xy, 1.0));
    if (hit >= FARTHEST) discard;
    gl_FragDepth = hit / FARTHEST;
    found = uint(row + 1);
}
