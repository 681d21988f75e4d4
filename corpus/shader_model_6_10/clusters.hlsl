// Meshlets under rays: normals out of the positions of the triangle that is hit, clusters counted, by hit shaders, queries and hit objects.
// later: -T lib_6_10

RaytracingAccelerationStructure Scene : register(t0);
RWTexture2D<float4> Image : register(u0);
RWStructuredBuffer<uint> Hits : register(u1);

struct [raypayload] Seen {
  float3 Normal : write(caller, closesthit, miss) : read(caller);
  uint Cluster : write(caller, closesthit, miss) : read(caller);
};

float3 NormalOf(BuiltInTrianglePositions t) { return normalize(cross(t.p1 - t.p0, t.p2 - t.p0)); }

RayDesc RayOf(uint2 at) {
  RayDesc ray;
  ray.Origin = float3(at, -1);
  ray.Direction = float3(0, 0, 1);
  ray.TMin = 0;
  ray.TMax = 1e6;
  return ray;
}

[shader("closesthit")]
void Hit(inout Seen seen, in BuiltInTriangleIntersectionAttributes where) {
  seen.Normal = NormalOf(TriangleObjectPositions());
  seen.Cluster = ClusterID();
}

[shader("anyhit")]
void Any(inout Seen seen, in BuiltInTriangleIntersectionAttributes where) {
  if (ClusterID() == CLUSTER_ID_INVALID || TriangleObjectPositions().p0.z < 0)
    IgnoreHit();
}

[shader("miss")]
void Miss(inout Seen seen) {
  seen.Normal = 0;
  seen.Cluster = CLUSTER_ID_INVALID;
}

[shader("raygeneration")]
void Look() {
  const uint2 at = DispatchRaysIndex().xy;
  Seen seen = (Seen)0;
  dx::HitObject hit = dx::HitObject::TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, RayOf(at), seen);
  if (hit.IsHit()) {
    BuiltInTrianglePositions triangle_ = hit.TriangleObjectPositions();
    dx::MaybeReorderThread(hit, hit.GetClusterID(), 8);
    Image[at] = float4(NormalOf(triangle_), triangle_.p2.x);
  }
  dx::HitObject::Invoke(hit, seen);
  if (seen.Cluster != CLUSTER_ID_INVALID)
    InterlockedAdd(Hits[seen.Cluster], 1);
}

[shader("compute")]
[numthreads(8, 8, 1)]
void Query(uint2 at : SV_DispatchThreadID) {
  RayQuery<RAY_FLAG_NONE> query;
  query.TraceRayInline(Scene, RAY_FLAG_NONE, 0xff, RayOf(at));
  while (query.Proceed())
    if (query.CandidateClusterID() != CLUSTER_ID_INVALID && NormalOf(query.CandidateTriangleObjectPositions()).z < 0)
      query.CommitNonOpaqueTriangleHit();
  if (query.CommittedStatus() != COMMITTED_TRIANGLE_HIT)
    return;
  BuiltInTrianglePositions corners = query.CommittedTriangleObjectPositions();
  Image[at] = float4(corners.p0 + corners.p1 + corners.p2, query.CommittedClusterID());
}
