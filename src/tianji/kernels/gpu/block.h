// What all kernels share that walk a board's hands: the block of threads, and a worker's numbers.
//
// A block of threads walks one unit (some lines of betting) on one board. A *worker* owns HPT neighbouring hands: four on
// a GPU, where 32 workers make a warp and a row of storage (128 hands); a whole row where the host's compiler builds the
// same text, a worker after the other between two barriers (PHASE … END). So the text is tested without a GPU.
#define ROW 128
#define NONE 0xFFFFu
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
typedef long long i64;

#ifdef __CUDACC__
#define HPT 4
#define DEVICE __device__ __forceinline__
#define KERNEL_OF(name, Kind, limit) extern "C" __global__ void __launch_bounds__ limit name(const Kind A)
#define BLOCK_INDEX ((int)blockIdx.x)
#define PHASE {
#define END } __syncthreads();
#define SHARED extern __shared__ __align__(16) unsigned char room[]; real *const shared = (real *)room;
#define STATE(n) F state[n];
#define KEPT(i) state[i]
#define DONE
#define WARP ((int)(threadIdx.x >> 5))
#define FIRST (WARP * ROW + ((int)threadIdx.x & 31) * HPT)
#define WORKER ((int)threadIdx.x)
#define WORKERS ((int)blockDim.x)
#define UNROLL _Pragma("unroll")
#define UNROLL_SOME _Pragma("unroll 8")
#else
#include <math.h>
#include <stdlib.h>
#define HPT ROW
#define DEVICE static inline
#define KERNEL_OF(name, Kind, limit) \
    static void name##_block(const Kind &A, int block_index, real *shared, int WARPS); \
    extern "C" void name(const Kind *given, int blocks, int threads, int bytes) { \
        real *shared = (real *)malloc(bytes + 16); \
        for (int block = 0; block < blocks; block++) name##_block(*given, block, shared, threads / 32); \
        free(shared); } \
    static void name##_block(const Kind &A, int block_index, real *shared, int WARPS)
#define BLOCK_INDEX block_index
#define PHASE for (int WARP = 0; WARP < WARPS; WARP++) {
#define END }
#define SHARED
#define STATE(n) F (*const state)[n] = (F (*)[n])calloc(WARPS, sizeof(F[n]));
#define KEPT(i) state[WARP][i]
#define FIRST (WARP * ROW)
#define DONE free(state);
#define WORKER WARP
#define WORKERS WARPS
#define UNROLL
#define UNROLL_SOME
#endif
#define EACH(i, n) for (int i = WORKER; i < (n); i += WORKERS)
#define FJ UNROLL for (int j = 0; j < HPT; j++)

struct F { real v[HPT]; };
struct W { u32 v[HPT]; };
struct U { u16 v[HPT]; };

DEVICE F zeros() { F r; FJ r.v[j] = 0; return r; }
DEVICE F load(const real *p) {
    F r;
#ifdef __CUDACC__
    if (sizeof(real) == 4) { const float4 t = __ldg((const float4 *)p); r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w; return r; }
#endif
    FJ r.v[j] = p[j];
    return r;
}
DEVICE F fetch(const real *p) {  // of what this kernel writes
    F r;
#ifdef __CUDACC__
    if (sizeof(real) == 4) { const float4 t = *(const float4 *)p; r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w; return r; }
#endif
    FJ r.v[j] = p[j];
    return r;
}
DEVICE void store(real *p, const F &r) {
#ifdef __CUDACC__
    if (sizeof(real) == 4) { *(float4 *)p = make_float4(r.v[0], r.v[1], r.v[2], r.v[3]); return; }
#endif
    FJ p[j] = r.v[j];
}
DEVICE W words(const u32 *p) {
    W r;
#ifdef __CUDACC__
    const uint4 t = __ldg((const uint4 *)p); r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w;
#else
    FJ r.v[j] = p[j];
#endif
    return r;
}
DEVICE U halves(const u16 *p) {
    U r;
#ifdef __CUDACC__
    const ushort4 t = __ldg((const ushort4 *)p); r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w;
#else
    FJ r.v[j] = p[j];
#endif
    return r;
}
DEVICE void add_to(F &a, const F &b, real w) { FJ a.v[j] += w * b.v[j]; }

// Sums of all hands before each within the warp; the warp's whole.
DEVICE real before(const F &x, F &out) {
    real sum = 0;
    FJ { out.v[j] = sum; sum += x.v[j]; }
#ifdef __CUDACC__
    real scan = sum;
    UNROLL for (int step = 1; step < 32; step *= 2) {
        const real other = __shfl_up_sync(0xFFFFFFFFu, scan, step);
        if ((threadIdx.x & 31) >= step) scan += other;
    }
    const real first = scan - sum;
    FJ out.v[j] += first;
    return __shfl_sync(0xFFFFFFFFu, scan, 31);
#else
    return sum;
#endif
}
DEVICE bool is_leader() {
#ifdef __CUDACC__
    return (threadIdx.x & 31) == 0;
#else
    return true;
#endif
}
