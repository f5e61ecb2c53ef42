// Functions that give the same bits on every machine, made of + − × ÷ √ alone.
//
// libm's exp, pow, sin and cos differ between machines in the last bits, so nothing that builds,
// changes or steps a world may call them. Double precision; relative error below 1e-13 (sine and
// cosine: absolute). They serve set-up and parameter changes, not inner loops.
#ifndef EXACT_MATH_H
#define EXACT_MATH_H

#include <stdint.h>

#define PI 3.14159265358979323846

double exact_exp(double x);               // −700 ≤ x ≤ 700
double exact_log(double x);               // x > 0, normal
double exact_root(double x, uint32_t n);  // x^(1/n) for 0 ≤ x, n ≥ 1
double exact_sin_degrees(double degrees); // |degrees| ≤ 360
double exact_cos_degrees(double degrees);

#endif
