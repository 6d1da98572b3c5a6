import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from './Check.ts'

/** Tries to write into the nearest existing folder of a path, without creating the path. */
export async function checkFolder(path: string): Promise<Outcome> {
  for (let folder = path; ; folder = join(folder, '..')) {
    try {
      await rm(await mkdtemp(join(folder, '.check-')), { recursive: true })
      const created = folder === path ? '' : ', created at the first start'
      return { status: 'ok', text: `${path}${created}` }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' && join(folder, '..') !== folder) continue
      return { status: 'problem', text: `${folder} cannot be written to by this user (${code})` }
    }
  }
}
