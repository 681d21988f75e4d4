// Names that DXC (1.10) takes behind -W and -Wno-. Most of them are clang's and stand for warnings that no HLSL gets.
// Words are split when a -W flag asks, so that other compilations pay nothing for them.

/** With warnings, of their own or of groups in them: what a misspelled name may have meant. */
const GROUPS = `
   #pragma-messages #warnings CFString-literal IndependentClass-attribute NSObject-attribute absolute-value
  abstract-final-class abstract-vbase-init address address-of-array-temporary address-of-temporary all
  ambig-lit-shift ambiguous-ellipsis ambiguous-macro ambiguous-member-template analyzer-incompatible-plugin
  anonymous-pack-parens arc arc-bridge-casts-disallowed-in-nonarc arc-maybe-repeated-use-of-weak
  arc-non-pod-memaccess arc-performSelector-leaks arc-repeated-use-of-weak arc-retain-cycles
  arc-unsafe-retained-assign array-bounds array-bounds-pointer-arithmetic asm asm-operand-widths assign-enum
  assume at-protocol atomic-memory-ordering atomic-properties atomic-property-with-user-defined-accessor
  attribute-statement attribute-type attributes auto-disable-vptr-sanitizer auto-import auto-storage-class
  auto-var-id availability backend-plugin backslash-newline-escape bad-array-new-length bad-function-cast
  bind-to-temporary-copy bitfield-constant-conversion bitwise-op-parentheses bool-conversion bool-conversions
  braced-scalar-init bridge-cast builtin-macro-redefined builtin-memcpy-chk-size builtin-requires-header
  c++-compat c++0x-compat c++0x-extensions c++0x-narrowing c++11-compat c++11-compat-deprecated-writable-strings
  c++11-compat-pedantic c++11-compat-reserved-user-defined-literal c++11-extensions c++11-extra-semi
  c++11-long-long c++11-narrowing c++14-compat c++14-compat-pedantic c++14-extensions c++1y-extensions
  c++1z-extensions c++98-c++11-c++14-compat c++98-c++11-c++14-compat-pedantic c++98-c++11-compat
  c++98-c++11-compat-pedantic c++98-compat c++98-compat-bind-to-temporary-copy
  c++98-compat-local-type-template-args c++98-compat-pedantic c++98-compat-unnamed-type-template-args
  c11-extensions c99-compat c99-extensions cast-align cast-of-sel-type cast-qual char-subscripts class-varargs
  comma-in-init comment comments compare-distinct-pointer-types complex-component-init conditional-type-mismatch
  conditional-uninitialized config-macros const-expr-overflow constant-conversion constant-logical-operand
  constexpr-not-const consumed conversion conversion-null covered-switch-default cstring-format-directive
  cuda-compat custom-atomic-properties dangling-else dangling-field dangling-initializer-list date-time
  dealloc-in-category debug-compression-unavailable declaration-after-statement delegating-ctor-cycles
  delete-incomplete delete-non-virtual-dtor deprecated deprecated-declarations deprecated-implementations
  deprecated-increment-bool deprecated-objc-isa-usage deprecated-objc-pointer-introspection
  deprecated-objc-pointer-introspection-performSelector deprecated-register deprecated-writable-strings
  direct-ivar-access disabled-macro-expansion distributed-object-modifiers division-by-zero
  dll-attribute-on-redeclaration dllexport-explicit-instantiation-decl dllimport-static-field-def documentation
  documentation-deprecated-sync documentation-html documentation-pedantic documentation-unknown-command
  dollar-in-identifier-extension double-promotion duplicate-decl-specifier duplicate-enum duplicate-method-arg
  duplicate-method-match dx9-deprecation dynamic-class-memaccess effects-syntax embedded-directive empty-body
  empty-translation-unit encode-type endif-labels enum-compare enum-conversion enum-too-large exceptions
  exit-time-destructors explicit-initialize-call explicit-ownership-type extended-offsetof extern-c-compat
  extern-initializer extra extra-qualification extra-semi extra-tokens fallback flag-enum
  flexible-array-extensions float-conversion float-equal for-loop-analysis for-redefinition format
  format-extra-args format-invalid-specifier format-non-iso format-nonliteral format-pedantic format-security
  format-zero-length format=2 four-char-constants frame-larger-than= function-def-in-objc-container future-compat
  gcc-compat global-constructors gnu gnu-alignof-expression gnu-anonymous-struct gnu-array-member-paren-init
  gnu-binary-literal gnu-case-range gnu-complex-integer gnu-compound-literal-initializer
  gnu-conditional-omitted-operand gnu-designator gnu-empty-initializer gnu-empty-struct
  gnu-flexible-array-initializer gnu-flexible-array-union-member gnu-folding-constant gnu-imaginary-constant
  gnu-label-as-value gnu-redeclared-enum gnu-statement-expression gnu-static-float-init
  gnu-string-literal-operator-template gnu-union-cast gnu-variable-sized-type-not-at-end gnu-zero-line-directive
  gnu-zero-variadic-macro-arguments header-guard header-hygiene hlsl-202x-extensions hlsl-availability
  hlsl-availability-constant hlsl-barrier hlsl-groupshared-202x hlsl-legacy-literal hlsl-rayquery-flags
  idiomatic-parentheses ignored-attributes ignored-optimization-argument ignored-pragmas ignored-qualifiers
  implicit implicit-atomic-properties implicit-conversion-floating-point-to-bool implicit-exception-spec-mismatch
  implicit-fallthrough implicit-fallthrough-per-function implicit-function-declaration implicit-int
  implicit-retain-self implicitly-unsigned-literal import-preprocessor-directive-pedantic inaccessible-base
  incompatible-library-redeclaration incompatible-ms-struct incompatible-pointer-types
  incompatible-pointer-types-discards-qualifiers incompatible-property-type incomplete-implementation
  incomplete-module incomplete-umbrella inconsistent-dllimport inconsistent-missing-override infinite-recursion
  inherited-variadic-ctor initializer-overrides inline-asm inline-new-delete int-conversion int-conversions
  int-to-pointer-cast int-to-void-pointer-cast integer-overflow invalid-command-line-argument invalid-constexpr
  invalid-iboutlet invalid-initializer-from-system-header invalid-noreturn invalid-offsetof invalid-pp-token
  invalid-source-encoding invalid-token-paste jump-seh-finally keyword-compat keyword-macro knr-promoted-parameter
  language-extension-token large-by-value-copy literal-conversion literal-range local-type-template-args
  logical-not-parentheses logical-op-parentheses long-long loop-analysis macro-redefined main main-return-type
  malformed-warning-check many-braces-around-scalar-init memsize-comparison method-signatures microsoft
  microsoft-exists mismatched-new-delete mismatched-parameter-types mismatched-return-types mismatched-tags
  misplaced-attributes missing-braces missing-declarations missing-field-initializers missing-method-return-type
  missing-noreturn missing-prototype-for-cc missing-prototypes missing-selector-name missing-sysroot
  missing-variable-declarations module-conflict most move msvc-include multichar multiple-move-vbase narrowing
  nested-anon-types new-returns-null newline-eof non-gcc non-literal-null-conversion
  non-modular-include-in-framework-module non-modular-include-in-module non-pod-varargs non-virtual-dtor nonnull
  nonportable-vector-initialization null-arithmetic null-character null-conversion null-dereference nullability
  nullability-completeness nullability-declspec nullability-extension nullable-to-nonnull-conversion
  objc-autosynthesis-property-ivar-name-match objc-circular-container objc-cocoa-api objc-designated-initializers
  objc-forward-class-redefinition objc-interface-ivars objc-literal-compare objc-literal-conversion
  objc-method-access objc-missing-property-synthesis objc-missing-super-calls objc-multiple-method-names
  objc-noncopy-retain-block-property objc-nonunified-exceptions objc-property-implementation
  objc-property-implicit-mismatch objc-property-matches-cocoa-ownership-rule objc-property-no-attribute
  objc-property-synthesis objc-protocol-method-implementation objc-protocol-property-synthesis
  objc-protocol-qualifiers objc-readonly-with-setter-property objc-redundant-api-use objc-redundant-literal-use
  objc-root-class objc-string-compare objc-string-concatenation odr old-style-cast openmp-clauses openmp-loop-form
  out-of-line-declaration over-aligned overlength-strings overloaded-shift-op-parentheses overloaded-virtual
  override-module overriding-method-mismatch overriding-t-option packed packoffset-override padded parameter-usage
  parentheses parentheses-equality partial-availability pass-failed payload-access-call payload-access-perf
  payload-access-qualifier payload-access-shader payload-access-trace pessimizing-move pointer-arith
  pointer-bool-conversion pointer-sign pointer-type-mismatch potentially-evaluated-expression pragmas
  predefined-identifier-outside-function private-extern private-header profile-instr-out-of-date
  profile-instr-unprofiled property-access-dot-syntax property-attribute-mismatch protocol
  protocol-property-synthesis-ambiguity qualified-void-return-type range-loop-analysis readonly-iboutlet-property
  receiver-expr receiver-forward-class redeclared-class-member redundant-move reinterpret-base-class reorder
  requires-super-attribute reserved-id-macro reserved-user-defined-literal retained-language-linkage
  return-stack-address return-type return-type-c-linkage rtti-for-exceptions section selector
  selector-type-mismatch self-assign self-assign-field self-move semantic-identifier-collision
  semicolon-before-method-body sentinel sequence-point serialized-diagnostics shadow shadow-ivar
  shift-count-negative shift-count-overflow shift-negative-value shift-op-parentheses shift-overflow
  shift-sign-overflow shorten-64-to-32 sign-compare sign-conversion sizeof-array-argument sizeof-array-decay
  sizeof-pointer-memaccess sometimes-uninitialized source-uses-openmp specifier-override static-float-init
  static-in-inline static-inline-explicit-instantiation static-local-in-inline static-self-init
  strict-selector-match string-compare string-conversion string-plus-char string-plus-int strlcpy-strlcat-size
  strncat-size structurize-exits-lifetime-markers-conflict super-class-method-mismatch switch switch-bool
  switch-enum sync-fetch-and-nand-semantics-changed tautological-compare
  tautological-constant-out-of-range-compare tautological-overlap-compare tautological-pointer-compare
  tautological-undefined-compare tentative-definition-incomplete-type thread-safety thread-safety-analysis
  thread-safety-attributes thread-safety-beta thread-safety-negative thread-safety-precise thread-safety-reference
  thread-safety-verbose trigraphs type-safety typedef-redefinition typename-missing unavailable-declarations
  undeclared-selector undef undefined-bool-conversion undefined-inline undefined-internal
  undefined-reinterpret-cast unevaluated-expression unicode unicode-whitespace uninitialized unknown-attributes
  unknown-escape-sequence unknown-pragmas unknown-sanitizers unknown-warning-option unnamed-type-template-args
  unneeded-internal-declaration unneeded-member-function unreachable-code unreachable-code-aggressive
  unreachable-code-break unreachable-code-loop-increment unreachable-code-return unsequenced
  unsupported-dll-base-class-template unsupported-friend unsupported-nan unsupported-visibility unused
  unused-command-line-argument unused-comparison unused-const-variable unused-exception-parameter unused-function
  unused-getter-return-value unused-label unused-local-typedef unused-local-typedefs unused-macros
  unused-member-function unused-parameter unused-private-field unused-property-ivar unused-result unused-value
  unused-variable unused-volatile-lvalue used-but-marked-unused user-defined-literals varargs variadic-macros
  vector-conversion vector-conversions vexing-parse visibility vla vla-extension void-ptr-dereference
  weak-template-vtables weak-vtables writable-strings write-strings zero-length-array`

/** Taken for GCC's sake, without any warning. */
const EMPTY = `
  abi aggregate-return char-align ctor-dtor-privacy disabled-optimization discard-qual div-by-zero effc++
  format-y2k import init-self inline invalid-pch missing-format-attribute missing-include-dirs nested-externs
  nonportable-cfstrings old-style-definition overflow pedantic pointer-to-int-cast receiver-is-weak
  redundant-decls sign-promo stack-protector strict-aliasing strict-aliasing=0 strict-aliasing=1 strict-aliasing=2
  strict-overflow strict-overflow=0 strict-overflow=1 strict-overflow=2 strict-overflow=3 strict-overflow=4
  strict-overflow=5 strict-prototypes switch-default synth type-limits unused-argument volatile-register-var`

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

/** In the order of code units. */
export const warningGroups = (): readonly string[] => wordsOf(GROUPS)

export const isWarningOption = (name: string): boolean =>
  wordsOf(GROUPS).includes(name) || wordsOf(EMPTY).includes(name)
