// A sum over many groups: the last group of a dispatch that is done writes what all of them left in the record they share.
// library: -T lib_6_8

struct [NodeTrackRWInputSharing] Job
{
    uint3 grid : SV_DispatchGrid;
    uint first;
    uint count;
    uint sum;
    uint largest;
};

ByteAddressBuffer Numbers : register(t0);
RWByteAddressBuffer Result : register(u0);
groupshared uint Partial[64];

[shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(1024, 1, 1)]
[numthreads(64, 1, 1)]
void Sum(
    globallycoherent RWDispatchNodeInputRecord<Job> job,
    uint3 thread : SV_DispatchThreadID,
    uint i : SV_GroupIndex)
{
    uint n = thread.x < job.Get().count ? Numbers.Load(4 * (job.Get().first + thread.x)) : 0;
    Partial[i] = n;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    for (uint step = 32; step > 0; step /= 2)
    {
        if (i < step)
            Partial[i] += Partial[i + step];
        Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    }
    InterlockedMax(job.Get().largest, n);
    if (i == 0)
        InterlockedAdd(job.Get().sum, Partial[0]);
    Barrier(job, DEVICE_SCOPE | GROUP_SYNC);
    if (!job.FinishedCrossGroupSharing())
        return;
    if (i == 0)
        Result.Store2(0, uint2(job.Get().sum, job.Get().largest));
}
