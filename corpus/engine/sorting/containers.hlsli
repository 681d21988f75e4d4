// Containers of fixed capacity, as templates: vectors, bit sets, heaps, ring buffers, optional values; fields of records by a list macro.
#ifndef SORTING_CONTAINERS_HLSLI
#define SORTING_CONTAINERS_HLSLI

namespace engine
{
    template <typename T, uint N = 8>
    struct FixedVector
    {
        T items[N];
        uint count;

        static const uint Capacity = N;

        void Clear() { count = 0; }
        bool IsFull() { return count >= N; }
        bool Push(T item)
        {
            if (IsFull())
                return false;
            items[count++] = item;
            return true;
        }
        T Pop() { return items[--count]; }
        T At(uint i) { return items[min(i, N - 1)]; }
        void RemoveSwap(uint i)
        {
            if (i < count)
                items[i] = items[--count];
        }
    };

    template <uint BITS>
    struct BitSet
    {
        uint words[(BITS + 31) / 32];

        void Reset()
        {
            [unroll]
            for (uint i = 0; i < (BITS + 31) / 32; ++i)
                words[i] = 0;
        }
        void Set(uint i) { words[i >> 5] |= 1u << (i & 31); }
        void Flip(uint i) { words[i >> 5] ^= 1u << (i & 31); }
        bool Test(uint i) { return (words[i >> 5] >> (i & 31)) & 1; }
        uint Count()
        {
            uint n = 0;
            [unroll]
            for (uint i = 0; i < (BITS + 31) / 32; ++i)
                n += countbits(words[i]);
            return n;
        }
        uint First()
        {
            [loop]
            for (uint i = 0; i < (BITS + 31) / 32; ++i)
                if (words[i] != 0)
                    return i * 32 + firstbitlow(words[i]);
            return BITS;
        }
        BitSet<BITS> operator&(BitSet<BITS> o)
        {
            BitSet<BITS> r;
            [unroll]
            for (uint i = 0; i < (BITS + 31) / 32; ++i)
                r.words[i] = words[i] & o.words[i];
            return r;
        }
    };

    template <typename T>
    struct Optional
    {
        T value;
        bool has;

        static Optional<T> None()
        {
            Optional<T> o = (Optional<T>)0;
            return o;
        }
        static Optional<T> Some(T v)
        {
            Optional<T> o;
            o.value = v;
            o.has = true;
            return o;
        }
        T Or(T otherwise)
        {
            T r = otherwise;
            if (has)
                r = value;
            return r;
        }
    };

    template <typename T> struct Less { static bool Compare(T a, T b) { return a < b; } };
    template <typename T> struct Greater { static bool Compare(T a, T b) { return a > b; } };

    /// Binary heap whose top comes first by Order.
    template <typename T, uint N, typename Order>
    struct Heap
    {
        T items[N];
        uint count;

        void Push(T item)
        {
            if (count >= N)
                return;
            uint i = count++;
            [loop]
            while (i > 0)
            {
                const uint parent = (i - 1) / 2;
                if (!Order::Compare(item, items[parent]))
                    break;
                items[i] = items[parent];
                i = parent;
            }
            items[i] = item;
        }
        T Pop()
        {
            const T top = items[0];
            const T last = items[--count];
            uint i = 0;
            [loop]
            for (;;)
            {
                uint child = 2 * i + 1;
                if (child >= count)
                    break;
                if (child + 1 < count && Order::Compare(items[child + 1], items[child]))
                    child++;
                if (!Order::Compare(items[child], last))
                    break;
                items[i] = items[child];
                i = child;
            }
            items[i] = last;
            return top;
        }
    };

    namespace hashing
    {
        enum Kind : uint { Identity, Fibonacci, Murmur };

        template <uint K> uint Mix(uint x);
        template <> uint Mix<(uint)Kind::Identity>(uint x) { return x; }
        template <> uint Mix<(uint)Kind::Fibonacci>(uint x) { return x * 2654435769u; }
        template <> uint Mix<(uint)Kind::Murmur>(uint x)
        {
            x ^= x >> 16;
            x *= 0x85ebca6b;
            x ^= x >> 13;
            x *= 0xc2b2ae35;
            return x ^ x >> 16;
        }
    }
}

/// FIELDS(X) lists the members; the record, its packing and its comparison come out of one list.
#define DECLARE_RECORD(NAME, FIELDS)      \
    struct NAME                           \
    {                                     \
        FIELDS(RECORD_MEMBER)             \
        uint Digest()                     \
        {                                 \
            uint h = 2166136261u;         \
            FIELDS(RECORD_DIGEST)         \
            return h;                     \
        }                                 \
        bool Same(NAME o)                 \
        {                                 \
            bool same = true;             \
            FIELDS(RECORD_COMPARE)        \
            return same;                  \
        }                                 \
    };
#define RECORD_MEMBER(TYPE, NAME, BITS) TYPE NAME;
#define RECORD_DIGEST(TYPE, NAME, BITS) h = (h ^ (uint(NAME) & ((1u << (BITS)) - 1u))) * 16777619u;
#define RECORD_COMPARE(TYPE, NAME, BITS) same = same && NAME == o.NAME;

#define FIRST_ARGUMENT(A, ...) A
#define REST_OF(A, ...) __VA_ARGS__
#define STRINGS_ARE_EQUAL_LENGTH(...) sizeof(FIRST_ARGUMENT(__VA_ARGS__))
#define CLAMPED(x, ...) clamp(x, __VA_ARGS__)

#endif
