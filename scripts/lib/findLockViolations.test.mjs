import { describe, expect, test } from 'vitest'
import { findLockViolations } from './findLockViolations.mjs'

const find = (packages, installed = {}) =>
  findLockViolations({ lock: { packages }, installedLicence: (path) => installed[path] })
const mit = { version: '1.0.0', license: 'MIT' }

describe('findLockViolations', () => {
  test('behavior: ignores our own packages and links', () => {
    const packages = {
      '': { name: 'portico' },
      'packages/core': { version: '0.1.0' },
      'node_modules/@portico/core': { resolved: 'packages/core', link: true },
      'node_modules/a': mit,
    }
    expect(find(packages)).toEqual([])
  })

  test('behavior: the installed manifest takes precedence over the lock file', () => {
    const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': mit }
    expect(find(packages, { 'node_modules/a': 'MIT', 'node_modules/b': 'SEE LICENSE IN x' })).toEqual([
      'b@1.0.0 is licensed under SEE LICENSE IN x, which is not on our list.',
    ])
  })

  test('behavior: allows licences of data in development dependencies only', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', license: 'CC-BY-4.0', dev: true },
      'node_modules/b': { version: '1.0.0', license: 'CC-BY-4.0' },
    }
    expect(find(packages)).toEqual(['b@1.0.0 is licensed under CC-BY-4.0, which is not on our list.'])
  })

  test.each([
    ['@reown/appkit', { ...mit, dev: true }, 'must not be used: its newer versions are not open source.'],
    [
      '@reown/walletkit',
      { ...mit, version: '1.2.11', dev: true },
      'must not be used: its newer versions are not open source.',
    ],
    [
      '@walletconnect/core',
      { ...mit, version: '2.21.8' },
      'is for tests of the relay and the client only: make it a dev dependency.',
    ],
    [
      '@walletconnect/time',
      { ...mit, license: 'ISC', version: '1.0.2', dev: true },
      'is licensed under neither MIT nor Apache-2.0.',
    ],
    [
      '@walletconnect/core',
      { ...mit, dev: true, version: '2.21.9' },
      'is not open source: 2.21.8 is the last open version.',
    ],
    [
      '@walletconnect/core',
      { ...mit, dev: true, version: '2.22.0' },
      'is not open source: 2.21.8 is the last open version.',
    ],
    ['elliptic', mit, 'is not safe enough to ship: use WebCrypto or @noble.'],
    ['a', { version: '1.0.0' }, 'names no licence: read its sources and decide.'],
    [
      'a',
      { ...mit, resolved: 'https://registry.example/a.tgz' },
      'comes from https://registry.example/a.tgz: the lock file names no hosts (see .npmrc).',
    ],
  ])('error: %s is refused', (name, entry, reason) => {
    expect(find({ [`node_modules/x/node_modules/${name}`]: entry })).toEqual([
      `${name}@${entry.version} ${reason}`,
    ])
  })

  test.each([
    ['@walletconnect/core', { ...mit, version: '2.21.8', license: 'Apache-2.0', dev: true }],
    ['@walletconnect/time', { ...mit, version: '1.0.2', dev: true }],
    ['@reown/walletkit', { ...mit, version: '1.2.10', license: 'Apache-2.0', dev: true }],
    ['elliptic', { ...mit, dev: true }],
  ])('behavior: %s is allowed in tests', (name, entry) => {
    expect(find({ [`node_modules/${name}`]: entry })).toEqual([])
  })

  test('error: an optional platform build is missing', () => {
    const packages = {
      'node_modules/a': {
        ...mit,
        optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0', b: '1.0.0' },
      },
      'node_modules/a/node_modules/a-linux': mit,
      'node_modules/b': mit,
    }
    expect(find(packages)).toEqual([
      'a@1.0.0 has the optional dependency a-mac, which is not in the lock file: npm ci would refuse it.',
    ])
  })
})
