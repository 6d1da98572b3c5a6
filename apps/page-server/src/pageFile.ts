/** A file as the server hands it out, compressed once and for all. */
export interface PageFile {
  type: string
  body: Buffer
  /** Absent where compressing saves nothing, as in fonts. */
  compressed?: { br: Buffer; gzip: Buffer } | undefined
  /** Its name changes with its content. */
  immutable: boolean
}
