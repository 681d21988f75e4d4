// Headers that are part of the compiler, as in DXC since 1.10: `#include <vector_utils>` where no file has the name.
// The names they declare, and what those mean, are DXC's; the text is ours.

import { table } from '../../base/table.ts'

const ENABLE_IF = `#pragma once
namespace hlsl {
template<bool Condition, typename T> struct enable_if {};
template<typename T> struct enable_if<true, T> { using type = T; };
}
`

const TYPE_TRAITS = `#pragma once
#ifdef __HLSL_ENABLE_16_BIT
#define SHORT || is_same<T, uint16_t>::value
#define SIGNED_SHORT || is_same<T, int16_t>::value
#else
#define SHORT
#define SIGNED_SHORT
#endif
namespace hlsl {
template<typename T, typename U> struct is_same { static const bool value = std::is_same<T, U>::value; };
template<typename T> struct is_signed {
  static const bool value = !(is_same<T, uint>::value || is_same<T, uint64_t>::value SHORT);
};
template<typename T> struct is_arithmetic {
  static const bool value = !is_signed<T>::value || is_same<T, int>::value || is_same<T, int64_t>::value SIGNED_SHORT
    || is_same<T, half>::value || is_same<T, float>::value || is_same<T, double>::value;
};
template<typename T> struct strip_vector_type { using type = T; };
template<typename T, int N> struct strip_vector_type<vector<T, N> > { using type = T; };
template<typename T> struct is_vector {
  static const bool value = !is_same<T, typename strip_vector_type<T>::type>::value;
};
template<typename T> struct is_arithmetic_vector {
  static const bool value = is_arithmetic<typename strip_vector_type<T>::type>::value;
};
}
#undef SHORT
#undef SIGNED_SHORT
`

const VECTOR_UTILS = `#pragma once
#include <enable_if>
namespace hlsl {
template<int Offset, int Count, typename T, int Size>
typename enable_if<Offset + Count <= Size, vector<T, Count> >::type slice(vector<T, Size> whole) {
  vector<T, Count> part = (T)0;
  [unroll] for (int i = 0; i < Count; i++) part[i] = whole[Offset + i];
  return part;
}
template<int Count, typename T, int Size> vector<T, Count> slice(vector<T, Size> whole) { return slice<0, Count>(whole); }
}
`

export const EMBEDDED_HEADERS: ReadonlyMap<string, string> = table({
  enable_if: ENABLE_IF,
  type_traits: TYPE_TRAITS,
  vector_utils: VECTOR_UTILS,
})
