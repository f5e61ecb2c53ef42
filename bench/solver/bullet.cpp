// The soft body of Bullet: the tasks of task.h with its nodes and links.
//
// It has no constraint that acts against crushing alone, so the diagonals are links like the
// others, as long as in a cloth at rest: as many constraints, all of which it solves in every
// sweep. Its own best settings: no collisions, no damping, its solver of positions only, and a
// margin so wide that its tree of nodes need not follow them. It takes no root but one Newton step
// towards it. Argument `reordered`: links in the order that its own helper for speed puts them in.
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

extern "C" {
#include "task.h"
}

namespace {

struct Link {
    int a, b;
    float rest;
};

struct Task {
    std::vector<btVector3> x;
    std::vector<btScalar> mass; // 0: a pin
    std::vector<Link> links;
    int steps;
};

void add_weave(Task &task) {
    const int side = SIDE;
    const float diagonal = btSqrt(2.0f) * SPACING;
    for (int r = 0; r + 1 < side; r++) {
        for (int c = 0; c < side; c++) {
            task.links.push_back({r * side + c, (r + 1) * side + c, SPACING});
        }
    }
    for (int parity = 0; parity < 2; parity++) {
        for (int r = 0; r < side; r++) {
            for (int c = parity; c + 1 < side; c += 2) {
                task.links.push_back({r * side + c, r * side + c + 1, SPACING});
            }
        }
    }
    for (int pass = 0; pass < 4; pass++) {
        for (int r = 0; r + 1 < side; r++) {
            for (int c = pass % 2; c + 1 < side; c += 2) {
                const int up = pass / 2;
                task.links.push_back({(r + up) * side + c, (r + 1 - up) * side + c + 1, diagonal});
            }
        }
    }
}

Task cloth(float squeeze) {
    Task task;
    uint32_t seed = 1;
    for (int i = 0; i < SIDE * SIDE; i++) {
        float place[3] = {static_cast<float>(i % SIDE) * SPACING * squeeze,
                          -static_cast<float>(i / SIDE) * SPACING * squeeze, 0};
        for (float &axis : place) {
            axis += task_jitter(&seed) * SPACING;
        }
        task.x.emplace_back(place[0], place[1], place[2]);
        task.mass.push_back(i < SIDE ? 0.0f : 0.01f);
    }
    add_weave(task);
    task.steps = CLOTH_STEPS;
    return task;
}

Task row(bool rope) {
    Task task;
    for (int i = 0; i <= CHAIN_LINKS; i++) {
        const float along = static_cast<float>(i) / CHAIN_LINKS;
        if (rope) {
            task.x.emplace_back(ROPE_SPAN * (along - 0.5f),
                                -6.0f * (along < 0.5f ? along : 1.0f - along), 0.0f);
        } else {
            const float far = static_cast<float>(i) * CHAIN_SPACING;
            task.x.emplace_back(far * 0.573576f, -far * 0.819152f, 0.0f);
        }
        const bool pinned = i == 0 || (rope && i == CHAIN_LINKS);
        task.mass.push_back(pinned ? 0.0f : rope ? 0.1f : 1.0f);
    }
    for (int i = 0; i < CHAIN_LINKS; i++) {
        const int link = !rope || i % 2 == 0 ? (rope ? i / 2 : i) : CHAIN_LINKS - 1 - i / 2;
        task.links.push_back({link, link + 1, CHAIN_SPACING});
    }
    task.steps = CHAIN_STEPS;
    return task;
}

std::unique_ptr<btSoftBody> body_of(const Task &task, btSoftBodyWorldInfo &info, bool reordered) {
    auto body = std::make_unique<btSoftBody>(&info, static_cast<int>(task.x.size()), task.x.data(),
                                             task.mass.data());
    body->m_materials[0]->m_kLST = 1;
    for (const Link &link : task.links) {
        body->appendLink(link.a, link.b);
    }
    body->m_cfg.piterations = ITERATIONS;
    body->m_cfg.collisions = 0;
    body->m_cfg.kDP = 0;
    body->getCollisionShape()->setMargin(20);
    body->updateLinkConstants();
    for (size_t i = 0; i < task.links.size(); i++) { // not as far as they are apart now
        btSoftBody::Link &link = body->m_links[static_cast<int>(i)];
        link.m_rl = task.links[i].rest;
        link.m_c1 = link.m_rl * link.m_rl;
    }
    if (reordered) {
        btSoftBodyHelpers::ReoptimizeLinkOrder(body.get());
    }
    return body;
}

void step(btSoftBody &body) {
    body.predictMotion(1.0f / 60.0f);
    body.solveConstraints();
    body.integrateMotion();
}

// rms of length ÷ rest length − 1 of the links that are not diagonals, which are longer.
double rms_stretch(const btSoftBody &body) {
    double sum = 0;
    int links = 0;
    for (int i = 0; i < body.m_links.size(); i++) {
        const btSoftBody::Link &link = body.m_links[i];
        if (link.m_rl < 1.2f * SPACING) {
            const double stretch =
                (link.m_n[0]->m_x - link.m_n[1]->m_x).length() / static_cast<double>(link.m_rl) - 1;
            sum += stretch * stretch;
            links++;
        }
    }
    return std::sqrt(sum / links);
}

} // namespace

int main(int count, char **arguments) {
    const bool reordered = count > 1 && strcmp(arguments[1], "reordered") == 0;
    char scene[16];
    char state[16];
    btSoftBodyWorldInfo info;
    info.m_gravity = btVector3(0, -9.81f, 0);
    info.air_density = 0;
    info.water_density = 0;
    while (scanf("%15s %15s", scene, state) == 2) {
        const bool is_cloth = strcmp(scene, "chain") != 0 && strcmp(scene, "rope") != 0;
        const Task task = is_cloth ? cloth(strcmp(state, "crush") == 0 ? CRUSH : 1.0f)
                                   : row(strcmp(scene, "rope") == 0);
        auto body = body_of(task, info, reordered);
        if (strcmp(scene, "stretch") == 0) {
            double mean = 0;
            for (int i = 0; i < STRETCH_STEPS; i++) {
                step(*body);
                mean += i >= STRETCH_FROM ? rms_stretch(*body) : 0;
            }
            printf("%.9f\n", mean / (STRETCH_STEPS - STRETCH_FROM));
            fflush(stdout);
            continue;
        }
        for (int i = 0; i < task.steps; i++) {
            step(*body);
        }
        body = body_of(task, info, reordered);
        const double start_s = task_cpu_s();
        for (int i = 0; i < task.steps; i++) {
            step(*body);
        }
        const double cpu_s = task_cpu_s() - start_s;
        double sum = 0;
        for (int i = 0; i < body->m_nodes.size(); i++) {
            const btVector3 &x = body->m_nodes[i].m_x;
            sum += x.x() + x.y() + x.z();
        }
        printf("%.9f %.6f\n", cpu_s, sum);
        fflush(stdout);
    }
    return 0;
}
