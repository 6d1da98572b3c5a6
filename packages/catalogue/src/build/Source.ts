/** A package the catalogue is built from, pinned in `sources.json`. */
export type Pin = {
  version: string
  /** Subresource integrity of the tarball, as the lock file of npm has it. */
  integrity: string
  /** What the build reads: a file, or a folder when it ends with `/`. */
  files: readonly string[]
}

/** What has been read of such a package. */
export type Source = {
  name: string
  version: string
  /** SPDX. */
  licence: string
  licenceText: string | undefined
  /** By path below the package's folder. */
  files: ReadonlyMap<string, Buffer>
}
