// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BackupFailedError } from '../backup/backupInWorker.ts'
import { showBackup } from './showBackup.ts'

vi.mock('../backup/backupWorker.entry.ts?worker&url', () => ({ default: '/worker.js' }))

const address = `0x${'a'.repeat(40)}`
const password = 'correct horse battery'
const runBackup = vi.fn()
const save = vi.fn()
const onVerified = vi.fn()
const onBack = vi.fn()
let root: HTMLElement

beforeEach(() => {
  vi.resetAllMocks()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  runBackup.mockImplementation(async ({ name }) => (name === 'write' ? { text: 'file' } : { address }))
  showBackup({ root, address, runBackup, open: async () => ({}) as never, save, onVerified, onBack })
})

const fields = () => [...root.querySelectorAll('input')]
const status = () => root.querySelector('[role=status]')?.textContent
const submit = () => root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))

function type(...values: string[]): void {
  for (const [index, value] of values.entries()) {
    const field = fields()[index] as HTMLInputElement
    field.value = value
    field.dispatchEvent(new Event('input'))
  }
}

async function make(): Promise<void> {
  type(password, password)
  submit()
  await vi.waitFor(() => expect(status()).toBe(''))
}

function choose(typed: string): void {
  const [file, field] = fields() as [HTMLInputElement, HTMLInputElement]
  Object.defineProperty(file, 'files', { value: [{ text: async () => 'file' }] })
  field.value = typed
  submit()
}

describe('showBackup', () => {
  test.each([
    ['', '', 'Twelve characters or more. Nobody can reset this password.'],
    ['short', 'short', 'Too short: 5 of 12 characters.'],
    [password, `${password}s`, 'The two passwords are different.'],
  ])('error: with the passwords "%s" and "%s" no file is made', async (one, other, text) => {
    type(one, other)
    submit()
    expect(status()).toBe(text)
    await Promise.resolve()
    expect(runBackup).not.toHaveBeenCalled()
  })

  test.each([
    ['123456789012', 'Easy to guess. Use several random words.'],
    ['aaaaaaaaaaaaaaaaaaaa', 'Easy to guess. Use several random words.'],
    ['correct horse', 'Fair. Longer is better: four or five random words are good.'],
    ['correct horse battery staple', 'Good.'],
  ])('behavior: says how good the password "%s" is', (typed, text) => {
    type(typed)
    expect(status()).toBe(text)
  })

  test('behavior: the backup counts once the saved file was chosen and opened with its password', async () => {
    await make()
    expect(save.mock.calls).toEqual([['file']])
    expect(onVerified).not.toHaveBeenCalled()
    expect(fields().map(({ type, value }) => [type, value])).toEqual([
      ['file', ''],
      ['password', ''],
    ])
    choose(password)
    await vi.waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
    expect(status()).toBe(`The file opens ${address}. Your backup is complete.`)
    expect(runBackup.mock.lastCall?.[0]).toEqual({ name: 'open', text: 'file', password, reveal: false })
  })

  test('error: a wrong password, a missing file or the file of another wallet does not count', async () => {
    await make()
    submit()
    expect(status()).toBe('Choose the file that you saved.')
    runBackup.mockRejectedValueOnce(new BackupFailedError('broken'))
    choose('wrong password')
    await vi.waitFor(() => expect(status()).toBe('The password is wrong, or the file was changed.'))
    runBackup.mockResolvedValueOnce({ address: '0xother' })
    submit()
    await vi.waitFor(() => expect(status()).toBe('This file opens another wallet: 0xother.'))
    expect(onVerified).not.toHaveBeenCalled()
  })
})
