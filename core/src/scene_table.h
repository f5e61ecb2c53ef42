// The scenes of the library, one file each.
#ifndef SCENE_TABLE_H
#define SCENE_TABLE_H

#include "pbd/scene.h"

extern const struct pbd_scene scene_chain;
extern const struct pbd_scene scene_rope;
extern const struct pbd_scene scene_cloth;
extern const struct pbd_scene scene_string;
extern const struct pbd_scene scene_tug;
extern const struct pbd_scene scene_flag;
extern const struct pbd_scene scene_jelly;
extern const struct pbd_scene scene_bridge;
extern const struct pbd_scene scene_contrast;
extern const struct pbd_scene scene_pile;
extern const struct pbd_scene scene_collide;

#endif
