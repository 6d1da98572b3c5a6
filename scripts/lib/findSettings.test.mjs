import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSettings } from './findSettings.mjs'

describe('findSettings', () => {
  let root
  let system
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portico-settings-'))
    system = join(root, 'system')
    mkdirSync(system)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const find = (name) => findSettings({ name, root, system })

  test('behavior: each server has a file of its own, and the project’s takes precedence', () => {
    expect(find('gateway')).toEqual({})
    writeFileSync(join(system, 'gateway.env'), '')
    expect(find('gateway')).toEqual({ file: join(system, 'gateway.env') })
    writeFileSync(join(root, '.env.gateway'), '')
    expect(find('gateway')).toEqual({ file: join(root, '.env.gateway') })
    expect(find('vault')).toEqual({})
  })

  test('error: .env, which all would share, is not read', () => {
    writeFileSync(join(root, '.env'), 'SMTP_URL=smtps://vault')
    expect(find('gateway')).toEqual({
      note: '.env is for `npm start` only: the gateway reads its variables from .env.gateway.',
    })
  })
})
