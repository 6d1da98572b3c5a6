/** A package that the catalogue is built from, pinned in `sources.json`. */
export type Pin = {
  version: string
  /** The tarball's subresource integrity (`sha512-…`), as in npm's lock file. */
  integrity: string
  /** The files that the build reads; an entry that ends with `/` is a folder. */
  files: readonly string[]
}

/** The files read from a pinned package. */
export type Source = {
  name: string
  version: string
  /** SPDX identifier. */
  licence: string
  licenceText: string | undefined
  /** File contents by path relative to the package's folder. */
  files: ReadonlyMap<string, Buffer>
}
