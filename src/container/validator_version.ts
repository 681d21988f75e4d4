// The validator version a container is made for (dx.valver). It decides part layouts; 0.0 means "not validated" and compares
// as newer than any other.

export interface ValidatorVersion {
  readonly major: number
  readonly minor: number
}

/** True when the version is at least major.minor. */
export function validatorAtLeast(version: ValidatorVersion, major: number, minor: number): boolean {
  if (version.major === 0 && version.minor === 0) return true
  return version.major > major || (version.major === major && version.minor >= minor)
}
