// What the configuration of `dxilkit build` may hold. docs/build.md explains it, docs/build.schema.json is the same as a schema.

/** A value of an axis: the macro's value; true is 1, false 0, and null leaves the macro undefined. */
export type AxisValue = string | number | boolean | null

/** The values of an axis by its name, which is that of a macro. `when`: permutations that the rule does not match have not got the axis. */
export interface Axes {
  readonly [macro: string]: readonly AxisValue[] | { readonly values: readonly AxisValue[]; readonly when?: Rule }
}

/**
 * What a permutation is like. By axis the value or values that it has; `entry`, `target` and `name` are known like axes. All of what a rule says must hold;
 * `all`, `any` and `not` hold further rules.
 */
export interface Rule {
  readonly all?: readonly Rule[]
  readonly any?: readonly Rule[]
  readonly not?: Rule
  readonly [axis: string]: AxisValue | readonly AxisValue[] | readonly Rule[] | Rule | undefined
}

/** What can be said for all shaders, for one, or for one of its entry points. Lists are put together, values nearer to the shader count. */
export interface BuildSettings {
  /** Profile, such as 'ps_6_0'. */
  readonly target?: string
  /** Several profiles: the shader is compiled for each. */
  readonly targets?: readonly string[]
  /** Name of the output below outDir: {name}, {entry}, {target}, {stage}, {axes} and {NAME} for each axis; default '{name}.{entry}{axes}.dxil'. */
  readonly output?: string
  /** Folders for #include (-I). */
  readonly include?: readonly string[]
  /** Flags of dxc, such as '-Zpr'. */
  readonly flags?: readonly string[]
  readonly defines?: { readonly [macro: string]: AxisValue }
  readonly axes?: Axes
  /** Permutations that one of these rules matches are left out. */
  readonly exclude?: readonly Rule[]
  /** Permutations that this rule does not match are left out. */
  readonly when?: Rule
}

export interface BuildEntry extends BuildSettings {
  readonly entry: string
}

export interface BuildShader extends BuildSettings {
  /** Path, or a pattern with *, ? and **, from the configuration's folder. */
  readonly file: string | readonly string[]
  /** In names of outputs; default: the file's name without its extension. */
  readonly name?: string
  /** Entry point; default 'main'. */
  readonly entry?: string
  readonly entries?: readonly (string | BuildEntry)[]
}

/** All paths count from the configuration's folder. */
export interface BuildConfig extends BuildSettings {
  readonly $schema?: string
  readonly shaders: readonly BuildShader[]
  /** Folder of the outputs; default 'out'. */
  readonly outDir?: string
  /** What was built, as JSON; default 'manifest.json' in outDir; false: none. */
  readonly manifest?: string | false
  /** One file with all containers and an index. */
  readonly archive?: string
  /** Where the build remembers what it has done; default '.dxilkit-build' in outDir. */
  readonly state?: string
}

/** Gives a configuration its type. */
export const defineConfig = (config: BuildConfig): BuildConfig => config
