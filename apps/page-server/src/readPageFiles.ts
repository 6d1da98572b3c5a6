import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { describeFile, type PageFile } from './pageFile.ts'

/** Reads what `writePageFiles` has written. Nothing is compressed, which would leave the process with memory that it does not need. */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  )
  const files = new Map<string, PageFile>()
  for (const file of all) {
    if (/\.(br|gz)$/.test(file)) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    files.set(path === '/index.html' ? '/' : path, {
      ...describeFile(extname(file), await readFile(file)),
      ...(all.has(`${file}.br`) && {
        compressed: { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) },
      }),
    })
  }
  return files
}
