// The colours of what was found: patterns, a sky, lamps, and the shadows of the first lamp.
// The same look as in espire_sim.appearance.patterns, its prints, and espire_sim.rendering.shade, but for the
// soft light of smooth pictures by rays.

const float TURN = 6.28318530718;
const float JOINT = 0.04;
const float KNEE = 0.7;
const int MOST_LAMPS = 8;

uniform mat3 origins;  // from a place in fine pixels to where its ray starts
uniform mat3 rays;  // and to the direction of its ray
uniform usampler2D nearest;
uniform int fine;  // so many fine pixels along each side of one
uniform int lamps;
uniform vec3 lamp_at[MOST_LAMPS];
uniform vec3 lamp_light[MOST_LAMPS];
uniform mat3 lamp_projection;  // of the first lamp's view, to -1..1
uniform sampler2D lamp_depth;
uniform sampler2D prints;  // the atlas of what is printed, at several levels

out vec4 colour;

float joint(float x, float width) {
    return fract(x) < width ? 1.0 : 0.0;
}

float share(int pattern, vec3 p) {
    if (pattern == 1) {
        float rings = TURN * (p.y + 0.7 * p.z + 0.25 * sin(0.35 * p.x) + 0.1 * sin(1.1 * p.x + p.y));
        return clamp(0.5 + 0.35 * sin(rings) + 0.12 * sin(2.7 * rings), 0.0, 1.0);
    }
    if (pattern == 2) {
        vec3 a = TURN * p;
        float waves = sin(a.x + 1.7 * sin(0.61 * a.y)) + sin(1.31 * a.y + 1.3 * sin(0.83 * a.z + 0.47 * a.x));
        return clamp(0.5 + 0.17 * (waves + sin(1.73 * (a.x + a.y + a.z))), 0.0, 1.0);
    }
    if (pattern == 3) return max(joint(p.x, JOINT), joint(p.y, JOINT));
    if (pattern == 4) {
        float course = 3.0 * p.y;
        return max(joint(p.x + 0.5 * mod(floor(course), 2.0), JOINT), joint(course, 3.0 * JOINT));
    }
    if (pattern == 5) return max(0.45 * fract(floor(p.x) * 0.618034), joint(p.x, JOINT));
    if (pattern == 6) return 0.5 + 0.35 * sin(TURN * p.z) + 0.15 * sin(2.3 * TURN * p.z);
    return 0.0;
}

// The ink at a point in own axes; `how` is the side that is printed, the level, and how sharp edges are.
float ink(vec4 cell, vec4 how, vec3 own) {
    int side = int(how.x + 0.5), level = int(how.y + 0.5);
    vec2 at = side == 0 ? vec2(1.0 - own.z, 1.0 + own.y)
        : vec2(side == 1 ? 1.0 - own.y : 1.0 + (own.y > 0.0 ? -own.x : own.x), 1.0 - own.z);
    vec2 size = cell.zw / exp2(float(level));
    vec2 place = clamp(0.5 * at * size - 0.5, vec2(0.0), size - 1.0), part = fract(place);
    ivec2 low = ivec2(place), last = ivec2(size + 0.5) - 1, corner = ivec2(cell.xy / exp2(float(level)) + 0.5);
    float total = 0.0;
    for (int i = 0; i <= 1; i++)
        for (int j = 0; j <= 1; j++) {
            float weight = (i == 1 ? part.x : 1.0 - part.x) * (j == 1 ? part.y : 1.0 - part.y);
            total += weight * texelFetch(prints, corner + min(low + ivec2(i, j), last), level).r;
        }
    return clamp((total - 0.5) * how.z + 0.5, 0.0, 1.0);
}

vec3 own_normal(Shape s, vec3 p) {
    if (s.form == 0) {
        vec3 a = abs(p);
        if (a.x >= a.y && a.x >= a.z) return vec3(sign(p.x), 0.0, 0.0);
        return a.y >= a.z ? vec3(0.0, sign(p.y), 0.0) : vec3(0.0, 0.0, sign(p.z));
    }
    if (s.form == 1) return p;
    if (abs(p.z) > 1.0 - 1e-4) return vec3(0.0, 0.0, sign(p.z));
    float off = length(p.xy);
    vec3 n = vec3(p.xy, (1.0 - s.top) / 2.0 * off);
    return s.form == 3 && off < (1.0 + s.hole) / 2.0 ? -n : n;
}

// Which part of the first lamp's light is kept away, over nine neighbours of the point in the lamp's view.
float shadow(vec3 point, vec3 normal) {
    vec3 seen = lamp_projection * (point + 0.005 * normal - lamp_at[0]);
    if (seen.z <= 0.0) return 0.0;
    vec2 at = seen.xy / seen.z;
    if (max(abs(at.x), abs(at.y)) > 1.0) return 0.0;
    ivec2 size = textureSize(lamp_depth, 0), middle = ivec2((at * 0.5 + 0.5) * vec2(size));
    float dark = 0.0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            ivec2 place = clamp(middle + ivec2(i, j), ivec2(0), size - 1);
            dark += texelFetch(lamp_depth, place, 0).r * FARTHEST < seen.z * 0.999 ? 1.0 : 0.0;
        }
    return dark / 9.0;
}

vec3 written(vec3 light) {
    vec3 soft = KNEE + (1.0 - KNEE) * (1.0 - exp(-max(light - KNEE, 0.0) / (1.0 - KNEE)));
    vec3 x = mix(max(light, 0.0), soft, vec3(greaterThan(light, vec3(KNEE))));
    return mix(1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, 12.92 * x, vec3(lessThanEqual(x, vec3(0.0031308))));
}

vec3 shaded(uint found, vec2 place) {
    if (found == 0u) return vec3(190.0 / 255.0);
    int row = int(found) - 1;
    Shape s = shape_at(row);
    vec3 start = origins * vec3(place, 1.0), ray = rays * vec3(place, 1.0);
    vec3 point = start + first_hit(s, start, ray) * ray;
    vec3 own = s.inward * (point - s.center);
    vec3 normal = normalize(transpose(s.inward) * own_normal(s, own));
    if (dot(normal, ray) > 0.0) normal = -normal;

    vec4 ground = texelFetch(shapes, ivec2(7, row), 0), other = texelFetch(shapes, ivec2(8, row), 0);
    int pattern = int(texelFetch(shapes, ivec2(3, row), 0).w + 0.5), order = int(other.w + 0.5);
    vec3 metres = own * vec3(
        texelFetch(shapes, ivec2(4, row), 0).w,
        texelFetch(shapes, ivec2(5, row), 0).w,
        texelFetch(shapes, ivec2(6, row), 0).w
    );
    vec3 sorted = vec3(metres[order % 3], metres[(order / 3) % 3], metres[order / 9]);
    vec4 how = texelFetch(shapes, ivec2(10, row), 0);
    float mixed = pattern == 7 ? ink(texelFetch(shapes, ivec2(9, row), 0), how, own) : share(pattern, sorted / ground.w);
    if (pattern == 6) mixed = 0.5 + how.w * (mixed - 0.5);
    vec3 paint = mix(ground.rgb, other.rgb, mixed);

    vec3 light = vec3(0.5 * (0.72 + 0.28 * normal.z));
    for (int i = 0; i < lamps; i++) {
        vec3 way = lamp_at[i] - point;
        float squares = dot(way, way);
        float lit = max(dot(normal, way) / sqrt(squares), 0.0) * 2.5 / sqrt(squares + 2.5);
        if (i == 0 && lit > 0.0) lit *= 1.0 - 0.85 * shadow(point, normal);
        light += lit * lamp_light[i];
    }
    return written(paint * light);
}

// A pixel is made of fine ones. One that shows a single shape is shaded once, at its middle.
void main() {
    vec2 middle = gl_FragCoord.xy * float(fine);
    ivec2 corner = ivec2(gl_FragCoord.xy) * fine;
    uint first = texelFetch(nearest, corner, 0).r;
    vec3 start = origins * vec3(middle, 1.0), ray = rays * vec3(middle, 1.0);
    bool single = first == 0u || first_hit(shape_at(int(first) - 1), start, ray) < FARTHEST;
    for (int i = 0; i < fine * fine; i++)
        single = single && texelFetch(nearest, corner + ivec2(i % fine, i / fine), 0).r == first;
    if (single) {
        colour = vec4(shaded(first, middle), 1.0);
        return;
    }
    vec3 total = vec3(0.0);
    for (int i = 0; i < fine * fine; i++) {
        ivec2 place = corner + ivec2(i % fine, i / fine);
        total += shaded(texelFetch(nearest, place, 0).r, vec2(place) + 0.5);
    }
    colour = vec4(total / float(fine * fine), 1.0);
}
