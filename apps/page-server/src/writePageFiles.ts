import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PageFile } from './pageFile.ts'

/** Writes the files of a page into a folder, with their compressed forms beside them (`.br`, `.gz`), for `readPageFiles`. */
export async function writePageFiles(folder: string, files: ReadonlyMap<string, PageFile>): Promise<void> {
  for (const [path, { body, compressed }] of files) {
    const file = join(folder, path === '/' ? 'index.html' : path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
    if (!compressed) continue
    await writeFile(`${file}.br`, compressed.br)
    await writeFile(`${file}.gz`, compressed.gzip)
  }
}
