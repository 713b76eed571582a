// Which shape is met first, and how deep; shapes are numbered from 1.

uniform mat3 origins;  // from a place in the picture to where its ray starts
uniform mat3 rays;  // and to the direction of its ray

flat in int row;
out uint found;

void main() {
    vec3 place = vec3(gl_FragCoord.xy, 1.0);
    float hit = first_hit(shape_at(row), origins * place, rays * place);
    if (hit >= FARTHEST) discard;
    gl_FragDepth = hit / FARTHEST;
    found = uint(row + 1);
}
