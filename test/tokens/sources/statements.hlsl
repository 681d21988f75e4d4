// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main -HV 2018
// args: -T cs_6_0 -E main -HV 2017
RWBuffer<int> values : register(u0);
Buffer<float4> texels : register(t1);
int pick(int n) {
  [branch] switch (n) {
    case 0:
    case 1: return 3;
    case 2: { n += 4; break; }
    default: n = -n; break;
  }
  return n;
}
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupThreadID) {
  int sum = 0;
  [unroll] for (int i = 0; i < 4; i++) { if (i == 2) continue; sum += i; }
  [loop] for (uint j = 0, k = 3; j < t; ++j) sum ^= j + k;
  [unroll(3)] for (int a = 0; a < 3; ++a) sum++;
  int w = 5;
  [allow_uav_condition] while (w > 0) { w--; if (values[w] == 7) break; }
  do { sum = sum * 2 + 1; } while (sum < 100);
  [flatten] if (t > 3) sum -= 1; else if (t == 2) { sum = ~sum; } else sum = !sum;
  [branch] if (texels[t].x > 0.5) { ; } else sum = sum << 2;
  int q = t ? pick(t) : pick(3), r = (int)1.5, list[3] = { 1, 2, 3 };
  sum += list[t % 3u], q -= r;
  for (;;) { if (sum++ > 200) break; }
  { int sum = 4; values[1] = sum; }
  values[t] = sum;
  return;
}
