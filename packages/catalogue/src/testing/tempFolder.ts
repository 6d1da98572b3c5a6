import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a temporary folder and removes it when the test has finished. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-catalogue-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
