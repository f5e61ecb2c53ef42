#include "row.h"

uint32_t row_from_both_ends(uint32_t i, uint32_t count) {
    return i % 2 == 0 ? i / 2 : count - 1 - i / 2;
}

void row_links(struct pbd_builder *builder, uint32_t first, uint32_t links, float rest_m) {
    for (uint32_t i = 0; i < links; i++) {
        uint32_t link = first + row_from_both_ends(i, links);
        pbd_builder_link(builder, link, link + 1, rest_m);
    }
}

void row_bends(struct pbd_builder *builder, uint32_t first, uint32_t links) {
    for (uint32_t i = 0; i + 1 < links; i++) {
        uint32_t middle = first + 1 + row_from_both_ends(i, links - 1);
        pbd_builder_bend(builder, middle - 1, middle, middle + 1, 0.0f);
    }
}

void row_bodies(struct pbd_builder *builder, uint32_t first, uint32_t links, float thickness_m) {
    pbd_builder_thickness(builder, thickness_m);
    for (uint32_t i = first; i < first + links; i++) {
        pbd_builder_body(builder, i, i + 1);
    }
}
