import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Has the servers of this run build each page once: building demo and wallet takes eight seconds of CPU time. */
export default function sharePageBuilds(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pages-'))
  process.env.PORTICO_PAGE_BUILDS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
