// Next to nothing: a swing that dies away would shrink until the squares of edges are denormal
// numbers, with which processors are slow (a chain left alone for minutes took 1.8 times as long
// per step). The thresholds are far below what float32 resolves elsewhere in a scene, and far
// enough above 10^−19 that differences of what is kept have normal squares too.
#ifndef REST_H
#define REST_H

#define POSITION_LEAST 0x1p-40f     // m, about 10^−12
#define DISPLACEMENT_LEAST 0x1p-50f // m, about 10^−15

#endif
