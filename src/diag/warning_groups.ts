// Names that DXC (1.10) takes behind -W and -Wno-. Most of them are clang's and stand for warnings that no HLSL gets.
// Words are split when a -W flag asks, so that other compilations pay nothing for them.

/** With warnings, of their own or of groups in them: what a misspelled name may have meant. */
const GROUPS = `
  #pragma-messages #warnings CFString-literal IndependentClass-attribute NSObject-attribute absolute-value
  abstract-final-class abstract-vbase-init address address-of-array-temporary address-of-temporary all
  ambig-lit-shift ambiguous-{ellipsis macro member-template} analyzer-incompatible-plugin anonymous-pack-parens
  array-bounds array-bounds-pointer-arithmetic asm asm-operand-widths assign-enum assume at-protocol
  atomic-{memory-ordering properties property-with-user-defined-accessor} attribute-statement attribute-type
  attributes auto-{disable-vptr-sanitizer import storage-class var-id} availability backend-plugin
  backslash-newline-escape bad-array-new-length bad-function-cast bind-to-temporary-copy
  bitfield-constant-conversion bitwise-op-parentheses bool-conversion bool-conversions braced-scalar-init
  bridge-cast builtin-{macro-redefined memcpy-chk-size requires-header} c++-compat c++0x-{compat extensions
  narrowing} c++11-{compat compat-deprecated-writable-strings compat-pedantic compat-reserved-user-defined-literal
  extensions extra-semi long-long narrowing} c++14-{compat compat-pedantic extensions} c++1y-extensions
  c++1z-extensions c++98-{c++11-c++14-compat c++11-c++14-compat-pedantic c++11-compat c++11-compat-pedantic compat
  compat-bind-to-temporary-copy compat-local-type-template-args compat-pedantic compat-unnamed-type-template-args}
  c11-extensions c99-compat c99-extensions cast-{align of-sel-type qual} char-subscripts class-varargs comma-in-init
  comment comments compare-distinct-pointer-types complex-component-init conditional-type-mismatch
  conditional-uninitialized config-macros const-expr-overflow constant-conversion constant-logical-operand
  constexpr-not-const consumed conversion conversion-null covered-switch-default cstring-format-directive
  cuda-compat custom-atomic-properties dangling-{else field initializer-list} date-time dealloc-in-category
  debug-compression-unavailable declaration-after-statement delegating-ctor-cycles delete-incomplete
  delete-non-virtual-dtor deprecated deprecated-{declarations implementations increment-bool objc-isa-usage
  objc-pointer-introspection objc-pointer-introspection-performSelector register writable-strings}
  direct-ivar-access disabled-macro-expansion distributed-object-modifiers division-by-zero
  dll-attribute-on-redeclaration dllexport-explicit-instantiation-decl dllimport-static-field-def documentation
  documentation-{deprecated-sync html pedantic unknown-command} dollar-in-identifier-extension double-promotion
  duplicate-{decl-specifier enum method-arg method-match} dx9-deprecation dynamic-class-memaccess effects-syntax
  embedded-directive empty-body empty-translation-unit encode-type endif-labels enum-{compare conversion too-large}
  exceptions exit-time-destructors explicit-initialize-call explicit-ownership-type extended-offsetof
  extern-c-compat extern-initializer extra extra-{qualification semi tokens} fallback flag-enum
  flexible-array-extensions float-conversion float-equal for-loop-analysis for-redefinition format
  format-{extra-args invalid-specifier non-iso nonliteral pedantic security zero-length} format=2
  four-char-constants frame-larger-than= function-def-in-objc-container future-compat gcc-compat global-constructors
  gnu gnu-{alignof-expression anonymous-struct array-member-paren-init binary-literal case-range complex-integer
  compound-literal-initializer conditional-omitted-operand designator empty-initializer empty-struct
  flexible-array-initializer flexible-array-union-member folding-constant imaginary-constant label-as-value
  redeclared-enum statement-expression static-float-init string-literal-operator-template union-cast
  variable-sized-type-not-at-end zero-line-directive zero-variadic-macro-arguments} header-guard header-hygiene
  hlsl-{202x-extensions availability availability-constant barrier groupshared-202x legacy-literal rayquery-flags}
  idiomatic-parentheses ignored-{attributes optimization-argument pragmas qualifiers} implicit
  implicit-{atomic-properties conversion-floating-point-to-bool exception-spec-mismatch fallthrough
  fallthrough-per-function function-declaration int retain-self} implicitly-unsigned-literal
  import-preprocessor-directive-pedantic inaccessible-base incompatible-{library-redeclaration ms-struct
  pointer-types pointer-types-discards-qualifiers property-type} incomplete-{implementation module umbrella}
  inconsistent-dllimport inconsistent-missing-override infinite-recursion inherited-variadic-ctor
  initializer-overrides inline-asm inline-new-delete int-{conversion conversions to-pointer-cast
  to-void-pointer-cast} integer-overflow invalid-{command-line-argument constexpr iboutlet
  initializer-from-system-header noreturn offsetof pp-token source-encoding token-paste} jump-seh-finally
  keyword-compat keyword-macro knr-promoted-parameter language-extension-token large-by-value-copy
  literal-conversion literal-range local-type-template-args logical-not-parentheses logical-op-parentheses long-long
  loop-analysis macro-redefined main main-return-type malformed-warning-check many-braces-around-scalar-init
  memsize-comparison method-signatures microsoft microsoft-exists mismatched-{new-delete parameter-types
  return-types tags} misplaced-attributes missing-{braces declarations field-initializers method-return-type
  noreturn prototype-for-cc prototypes selector-name sysroot variable-declarations} module-conflict most move
  msvc-include multichar multiple-move-vbase narrowing nested-anon-types new-returns-null newline-eof non-{gcc
  literal-null-conversion modular-include-in-framework-module modular-include-in-module pod-varargs virtual-dtor}
  nonnull nonportable-vector-initialization null-{arithmetic character conversion dereference} nullability
  nullability-{completeness declspec extension} nullable-to-nonnull-conversion odr old-style-cast openmp-clauses
  openmp-loop-form out-of-line-declaration over-aligned overlength-strings overloaded-shift-op-parentheses
  overloaded-virtual override-module overriding-method-mismatch overriding-t-option packed packoffset-override
  padded parameter-usage parentheses parentheses-equality partial-availability pass-failed payload-access-{call perf
  qualifier shader trace} pessimizing-move pointer-{arith bool-conversion sign type-mismatch}
  potentially-evaluated-expression pragmas predefined-identifier-outside-function private-extern private-header
  profile-instr-out-of-date profile-instr-unprofiled property-access-dot-syntax property-attribute-mismatch protocol
  protocol-property-synthesis-ambiguity qualified-void-return-type range-loop-analysis readonly-iboutlet-property
  receiver-expr receiver-forward-class redeclared-class-member redundant-move reinterpret-base-class reorder
  requires-super-attribute reserved-id-macro reserved-user-defined-literal retained-language-linkage
  return-{stack-address type type-c-linkage} rtti-for-exceptions section selector selector-type-mismatch
  self-{assign assign-field move} semantic-identifier-collision semicolon-before-method-body sentinel sequence-point
  serialized-diagnostics shadow shadow-ivar shift-{count-negative count-overflow negative-value op-parentheses
  overflow sign-overflow} shorten-64-to-32 sign-compare sign-conversion sizeof-{array-argument array-decay
  pointer-memaccess} sometimes-uninitialized source-uses-openmp specifier-override static-{float-init in-inline
  inline-explicit-instantiation local-in-inline self-init} strict-selector-match string-{compare conversion
  plus-char plus-int} strlcpy-strlcat-size strncat-size structurize-exits-lifetime-markers-conflict
  super-class-method-mismatch switch switch-bool switch-enum sync-fetch-and-nand-semantics-changed
  tautological-{compare constant-out-of-range-compare overlap-compare pointer-compare undefined-compare}
  tentative-definition-incomplete-type thread-{safety safety-analysis safety-attributes safety-beta safety-negative
  safety-precise safety-reference safety-verbose} trigraphs type-safety typedef-redefinition typename-missing
  unavailable-declarations undeclared-selector undef undefined-{bool-conversion inline internal reinterpret-cast}
  unevaluated-expression unicode unicode-whitespace uninitialized unknown-{attributes escape-sequence pragmas
  sanitizers warning-option} unnamed-type-template-args unneeded-internal-declaration unneeded-member-function
  unreachable-{code code-aggressive code-break code-loop-increment code-return} unsequenced
  unsupported-{dll-base-class-template friend nan visibility} unused unused-{command-line-argument comparison
  const-variable exception-parameter function getter-return-value label local-typedef local-typedefs macros
  member-function parameter private-field property-ivar result value variable volatile-lvalue}
  used-but-marked-unused user-defined-literals varargs variadic-macros vector-conversion vector-conversions
  vexing-parse visibility vla vla-extension void-ptr-dereference weak-template-vtables weak-vtables writable-strings
  write-strings zero-length-array`

/** Taken for GCC's sake, without any warning. */
const EMPTY = `
  abi aggregate-return char-align ctor-dtor-privacy disabled-optimization discard-qual div-by-zero effc++ format-y2k
  import init-self inline invalid-pch missing-format-attribute missing-include-dirs nested-externs
  nonportable-cfstrings old-style-definition overflow pedantic pointer-to-int-cast receiver-is-weak redundant-decls
  sign-promo stack-protector strict-{aliasing aliasing=0 aliasing=1 aliasing=2 overflow overflow=0 overflow=1
  overflow=2 overflow=3 overflow=4 overflow=5 prototypes} switch-default synth type-limits unused-argument
  volatile-register-var`

/** What clang says about Objective-C and its counting of references: dozens of names that are all taken, as no HLSL gets these warnings. */
const OBJECTIVE_C = /^(arc$|arc-|objc-)/

/** `a b-{c d}` gives `a`, `b-c` and `b-d`, as in a shell. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\S+){(.+?)}/gs, (_, head: string, tails: string) => tails.replace(/\S+/g, tail => head + tail))
    .trim()
    .split(/\s+/)

/** In the order of code units. */
export const warningGroups = (): readonly string[] => wordsOf(GROUPS)

export const isWarningOption = (name: string): boolean =>
  OBJECTIVE_C.test(name) || wordsOf(GROUPS).includes(name) || wordsOf(EMPTY).includes(name)
