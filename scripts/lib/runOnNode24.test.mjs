import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('runs the command with its arguments on Node 24, and returns its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-node-24-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const command = join(folder, 'command.mjs')
  writeFileSync(
    command,
    `import { runOnNode24 } from '${new URL('./runOnNode24.mjs', import.meta.url)}'
    const version = process.env.SECOND ? '24.0.0' : '20.19.0'
    const env = { ...process.env, SECOND: '1' }
    const exitCode = runOnNode24({ node: process.execPath, env, version })
    if (exitCode === undefined) console.log(process.argv.slice(2).join())
    process.exitCode = exitCode ?? 7`,
  )
  const { status, stdout } = spawnSync(process.execPath, [command, 'one', 'two'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([7, 'one,two\n'])
})
