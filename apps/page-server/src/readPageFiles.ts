import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type PageFile, toPageFile } from './pageFile.ts'

/** Reads the files of a page that was built before, as `buildPage` returns them: by path, with the page itself at `/`. */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const read = files.map(async (file) => {
    const path = `/${relative(folder, file).split(sep).join('/')}`
    return [path === '/index.html' ? '/' : path, toPageFile(extname(file), await readFile(file))] as const
  })
  return new Map(await Promise.all(read))
}
