// The box around each shape, drawn as one instance: the pixels in which it can be seen.

uniform vec3 eye;
uniform mat3 projection;  // from the eye's offsets to the picture, times the depth unless rays are parallel
uniform bool parallel;

flat out int row;

const int CORNERS[36] = int[36](
    0, 1, 3, 0, 3, 2,  4, 6, 7, 4, 7, 5,  0, 4, 5, 0, 5, 1,
    2, 3, 7, 2, 7, 6,  0, 2, 6, 0, 6, 4,  1, 5, 7, 1, 7, 3
);

void main() {
    row = gl_InstanceID;
    int corner = CORNERS[gl_VertexID];
    vec3 at = vec3((corner & 4) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0, (corner & 1) != 0 ? 1.0 : -1.0);
    mat3 axes = mat3(
        texelFetch(shapes, ivec2(4, row), 0).xyz,
        texelFetch(shapes, ivec2(5, row), 0).xyz,
        texelFetch(shapes, ivec2(6, row), 0).xyz
    );
    vec3 seen = projection * (shape_at(row).center + axes * at * 1.001 - eye);
    gl_Position = vec4(seen.xy, 0.0, parallel ? 1.0 : seen.z);
}
