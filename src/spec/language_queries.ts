// What the operators of the preprocessor that ask about the compiler answer: the names for which DXC, being made of clang, says 1. They are facts
// about DXC and not about this compiler, because sources ask in order to find their way around clang's. Words of Objective-C, for which
// clang says 1 too, are left out: no source of HLSL asks for them.

import { table } from '../base/table.ts'

/** __has_feature(x), and with it __has_extension(x). */
const FEATURES = `
assume_nonnull attribute_analyzer_noreturn attribute_availability attribute_availability_with_message attribute_deprecated_with_message
attribute_ext_vector_type attribute_overloadable attribute_unavailable_with_message attribute_unused_on_fields c_thread_safety_attributes
enumerator_attributes nullability ownership_holds ownership_returns ownership_takes has_nothrow_assign has_nothrow_copy has_nothrow_constructor
has_trivial_assign has_trivial_copy has_trivial_constructor has_trivial_destructor has_virtual_destructor is_abstract is_base_of is_class
is_constructible is_convertible_to is_empty is_enum is_final is_literal is_standard_layout is_pod is_polymorphic is_trivial is_trivially_assignable
is_trivially_constructible is_trivially_copyable is_union underlying_type
`
/** __has_extension(x) alone. */
const EXTENSIONS = `
c_alignas c_alignof c_atomic c_generic_selections c_static_assert cxx_atomic cxx_deleted_functions cxx_explicit_conversions
cxx_inline_namespaces cxx_local_type_template_args cxx_nonstatic_member_init cxx_override_control cxx_range_for
cxx_reference_qualified_functions cxx_rvalue_references cxx_variadic_templates cxx_binary_literals cxx_variable_templates
`
/** __has_attribute(x). */
const ATTRIBUTES = `
alias aligned align_value always_inline analyzer_noreturn annotate argument_with_type_tag assume_aligned availability blocks carries_dependency
cdecl cleanup cold common const constant constructor consumable deprecated destructor device enable_if ext_vector_type fastcall flatten format
format_arg global gnu_inline guarded_by hot init_priority lockable locks_excluded malloc may_alias minsize mode ms_abi naked neon_vector_type
no_instrument_function no_sanitize no_sanitize_address no_sanitize_memory no_sanitize_thread no_split_stack no_thread_safety_analysis nocommon
nodebug noduplicate noinline nonnull noreturn nothrow optnone overloadable ownership_holds packed pascal pcs pure regparm returns_nonnull
returns_twice scoped_lockable section sentinel set_typestate shared stdcall sysv_abi target tls_model transparent_union type_visibility unavailable
unused used vecreturn vector_size vectorcall visibility warn_unused warn_unused_result weak weakref
`
/** __has_declspec_attribute(x). */
const DECLSPECS = `
align deprecated naked noinline noreturn nothrow novtable selectany thread uuid
`
/** __has_cpp_attribute(vk::x). */
const VULKAN_ATTRIBUTES = `
binding location counter_binding push_constant constant_id input_attachment_index index builtin post_depth_coverage shader_record_ext
shader_record_nv offset image_format combinedImageSampler early_and_late_tests ext_extension ext_capability ext_instruction ext_literal
ext_reference ext_type_def ext_decorate depth_unchanged spvexecutionmode
`
/** __has_builtin(x). */
const BUILTINS = `
__builtin_trap __builtin_expect __builtin_clz __builtin_clzll __builtin_ctz __builtin_popcount __builtin_ffs __builtin_abs __builtin_fabs
__builtin_inf __builtin_nan __builtin_isnan __builtin_unreachable __builtin_constant_p __builtin_memcpy __builtin_memset __builtin_alloca
__builtin_bswap32 __builtin_object_size __builtin_shufflevector __builtin_convertvector __builtin_prefetch __builtin_assume
__builtin_assume_aligned __builtin_va_start __builtin_huge_val __builtin_sqrt __builtin_sin __builtin_printf __builtin_addressof
__builtin_return_address __sync_fetch_and_add __atomic_load __c11_atomic_init abs acos asin atan atan2 ceil cos cosh exp exp2 floor fmod log
log10 log2 pow round sin sinh sqrt tan tanh trunc fmin fmax fabs fma ldexp modf frexp printf memcpy memset strlen malloc calloc abort exit
copysign hypot cbrt erf labs llabs rint nearbyint strcmp cabs conj
`
/** Names for which __is_identifier(x) is 0, besides the words that the lexer reserves. */
const KEYWORDS = `
__func__ __FUNCTION__ __PRETTY_FUNCTION__ __alignof__ __const __const__ __complex __complex__ __real __imag __extension__ __inline __inline__ __null
__restrict__ __signed__ __volatile __volatile__ __builtin_va_arg __builtin_choose_expr __builtin_convertvector __has_nothrow_assign
__has_trivial_copy __is_base_of __is_class __is_convertible_to __is_enum __is_pod __is_union __is_trivial __is_literal __is_final __is_empty
__underlying_type __array_rank __array_extent __is_same __is_void __is_array __is_function __is_lvalue_expr __is_signed __is_const __cdecl __stdcall
__fastcall __thiscall __vectorcall __fp16
`
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** The answers of one operator, made into a set when it is first asked. */
const lazily = (words: () => string): ((name: string) => boolean) => {
  let known: ReadonlySet<string> | undefined
  return name => (known ??= set(words())).has(name)
}

/** `__x__` is x. */
const plain = (name: string): string => /^__(.+)__$/.exec(name)?.[1] ?? name

const isFeature = lazily(() => FEATURES)
const isExtension = lazily(() => EXTENSIONS)
const isAttribute = lazily(() => ATTRIBUTES)
const isDeclspec = lazily(() => DECLSPECS)
const isVulkanAttribute = lazily(() => VULKAN_ATTRIBUTES)

/** Answers by operator; the name is given without parentheses and without quotes, attributes with their scope. */
export const QUERIES: ReadonlyMap<string, (name: string) => boolean> = table({
  __has_feature: name => isFeature(plain(name)),
  __has_extension: name => isFeature(plain(name)) || isExtension(plain(name)),
  __has_attribute: name => isAttribute(plain(name)),
  __has_declspec_attribute: isDeclspec,
  __has_cpp_attribute: name => name.startsWith('vk::') && isVulkanAttribute(name.slice('vk::'.length)),
  __has_builtin: lazily(() => BUILTINS),
})

/** Whether a name that the lexer knows nothing of is a word of the language to DXC. */
export const isOtherKeyword: (name: string) => boolean = lazily(() => KEYWORDS)
