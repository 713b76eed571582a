// Shapes as the texture `shapes` lists them, one a row, and where rays first meet them, in their own axes.
// The same geometry as in espire_sim.pictures.meet.

const float MISS = 1e30;
const float FLAT = 1e-12;
const float FARTHEST = 200.0;  // metres; depth buffers hold parts of it

uniform sampler2D shapes;

struct Shape {
    vec3 center;
    mat3 inward;
    int form;  // 0 box, 1 ball, 2 cone, 3 tube
    float top;
    float hole;
};

Shape shape_at(int row) {
    vec4 a = texelFetch(shapes, ivec2(0, row), 0), b = texelFetch(shapes, ivec2(1, row), 0);
    vec4 c = texelFetch(shapes, ivec2(2, row), 0), d = texelFetch(shapes, ivec2(3, row), 0);
    return Shape(a.xyz, transpose(mat3(b.xyz, c.xyz, d.xyz)), int(a.w + 0.5), b.w, c.w);
}

float steady(float x) {
    return abs(x) < FLAT ? FLAT : x;
}

float box_hit(vec3 o, vec3 d) {
    vec3 s = 1.0 / vec3(steady(d.x), steady(d.y), steady(d.z));
    vec3 middle = -o * s, reach = abs(s), low = middle - reach, high = middle + reach;
    float enter = max(max(low.x, low.y), low.z), leave = min(min(high.x, high.y), high.z);
    return enter <= leave && enter > 0.0 ? enter : MISS;
}

float ball_hit(vec3 o, vec3 d) {
    float a = dot(d, d), b = dot(o, d);
    // The nearest point to the middle, as b * b - a * (o.o - 1) would lose its digits from afar.
    vec3 off = o - d * (b / a);
    float inside = 1.0 - dot(off, off);
    float hit = (-b - sqrt(max(inside, 0.0) * a)) / a;
    return inside >= 0.0 && hit > 0.0 ? hit : MISS;
}

float caps_hit(Shape s, vec3 o, vec3 d) {
    if (abs(o.z) <= 1.0) return MISS;
    float level = o.z > 0.0 ? 1.0 : -1.0, radius = o.z > 0.0 ? s.top : 1.0;
    float hit = (level - o.z) / steady(d.z);
    vec2 at = o.xy + hit * d.xy;
    float off = dot(at, at);
    return hit > 0.0 && off <= radius * radius && off >= s.hole * s.hole ? hit : MISS;
}

float side_hit(Shape s, vec3 o, vec3 d) {
    float slope = (s.top - 1.0) / 2.0, radius = 1.0 + slope * (o.z + 1.0), fall = slope * d.z;
    float a = dot(d.xy, d.xy) - fall * fall, b = dot(o.xy, d.xy) - radius * fall;
    float inside = b * b - a * (dot(o.xy, o.xy) - radius * radius);
    if (inside < 0.0) return MISS;
    float root = sqrt(inside), found = MISS;
    a = steady(a);
    for (int sign_ = -1; sign_ <= 1; sign_ += 2) {
        float hit = (-b + float(sign_) * root) / a;
        if (hit > 0.0 && abs(o.z + hit * d.z) <= 1.0) found = min(found, hit);
    }
    return found;
}

float inner_hit(Shape s, vec3 o, vec3 d) {
    float a = max(dot(d.xy, d.xy), FLAT), b = dot(o.xy, d.xy);
    float inside = b * b - a * (dot(o.xy, o.xy) - s.hole * s.hole);
    float hit = (-b + sqrt(max(inside, 0.0))) / a;
    return inside >= 0.0 && hit > 0.0 && abs(o.z + hit * d.z) <= 1.0 ? hit : MISS;
}

float first_hit(Shape s, vec3 eye, vec3 ray) {
    vec3 o = s.inward * (eye - s.center), d = s.inward * ray;
    if (s.form == 0) return box_hit(o, d);
    if (s.form == 1) return ball_hit(o, d);
    float hit = min(caps_hit(s, o, d), side_hit(s, o, d));
    return s.form == 3 ? min(hit, inner_hit(s, o, d)) : hit;
}
