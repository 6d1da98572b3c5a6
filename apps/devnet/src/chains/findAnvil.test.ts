import { accessSync, constants } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findAnvil } from './findAnvil.ts'

describe('findAnvil', () => {
  test('behavior: finds the native program instead of the launcher', () => {
    const path = findAnvil()
    expect(path).not.toContain('.bin')
    expect(() => accessSync(path, constants.X_OK)).not.toThrow()
  })

  test('param: platform and arch select the package', () => {
    const resolve = (path: string) => `/modules/${path}`
    expect(findAnvil({ platform: 'darwin', arch: 'arm64', resolve })).toBe(
      '/modules/@foundry-rs/anvil-darwin-arm64/bin/anvil',
    )
    expect(findAnvil({ platform: 'win32', arch: 'x64', resolve })).toMatch(/anvil\.exe$/)
  })

  test('error: an unsupported platform', () => {
    expect(() => findAnvil({ platform: 'sunos', arch: 'x64' })).toThrowErrorMatchingInlineSnapshot(
      `[AnvilMissingError: There is no chain program for sunos x64: use Linux or macOS on x64 or arm64, or Windows on x64, or set RPC_URLS to chains elsewhere.]`,
    )
  })

  test('error: a package that is not installed', () => {
    const resolve = () => {
      throw new Error('Cannot find module')
    }
    expect(() => findAnvil({ platform: 'linux', arch: 'arm64', resolve })).toThrowErrorMatchingInlineSnapshot(
      `[AnvilMissingError: The chain program for linux arm64 is not installed: run "npm install" with optional dependencies, so that @foundry-rs/anvil-linux-arm64 is there.]`,
    )
  })
})
