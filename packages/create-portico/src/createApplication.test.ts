import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { CreateError } from './CreateError.ts'
import { createApplication } from './createApplication.ts'
import { main } from './main.ts'
import { setOption } from './setOption.ts'
import { templates } from './templates.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function write(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

/** A folder to create applications in, and a folder of templates. */
function place() {
  const root = mkdtempSync(join(tmpdir(), 'create-portico-test-'))
  folders.push(root)
  const from = join(root, 'templates')
  write(from, {
    'vite-react/package.json':
      '{\n  "name": "x",\n  "scripts": { "dev": "vite" },\n  "dependencies": { "@portico/react": "0.1.0" }\n}\n',
    'vite-react/_gitignore': 'node_modules/\n',
    'vite-react/src/portico.ts': `createAppKit({\n  projectId: 'my-app',\n  // gatewayUrl: 'https://gateway.example.org',\n})\n`,
    // Without `_gitignore`, creating it fails in the middle.
    'next/package.json': '{ "name": "x" }',
  })
  const work = join(root, 'work')
  mkdirSync(work)
  return { from, work, read: (file: string) => readFileSync(join(work, file), 'utf8') }
}

describe('createApplication', () => {
  test('behavior: writes the template with the name and the options', () => {
    const { from, work, read } = place()
    createApplication({
      folder: join(work, 'a/My App!'),
      template: 'vite-react',
      gatewayUrl: 'https://gateway.example/',
      projectId: 'shop',
      from,
    })
    expect(readdirSync(join(work, 'a'))).toEqual(['My App!'])
    expect(readdirSync(join(work, 'a/My App!')).sort()).toEqual(['.gitignore', 'package.json', 'src'])
    expect(JSON.parse(read('a/My App!/package.json')).name).toBe('my-app')
    expect(read('a/My App!/src/portico.ts')).toBe(
      `createAppKit({\n  projectId: 'shop',\n  gatewayUrl: 'https://gateway.example',\n})\n`,
    )
  })

  test('behavior: an empty folder is used, also as a new repository', () => {
    const { from, work } = place()
    mkdirSync(join(work, '.git'))
    createApplication({ folder: work, template: 'vite-react', from })
    expect(readdirSync(work).sort()).toEqual(['.git', '.gitignore', 'package.json', 'src'])
  })

  test('error: a folder with files, a file, an unknown template, malformed options: nothing is written', () => {
    const { from, work } = place()
    write(work, { 'used/x.txt': '', file: '' })
    const create = (parameters: Partial<Parameters<typeof createApplication>[0]>) => () =>
      createApplication({ folder: join(work, 'new'), template: 'vite-react', from, ...parameters })
    expect(create({ folder: join(work, 'used') })).toThrow(/is not empty \(it has x.txt\)/)
    expect(create({ folder: join(work, 'file') })).toThrow(/is a file/)
    expect(create({ template: '../work' })).toThrow(
      /no template "..\/work". The templates are vite-react, next/,
    )
    for (const gatewayUrl of [
      "https://x'})//",
      'javascript:alert(1)',
      'gateway',
      'https://a b',
      'https://`x`',
    ])
      expect(create({ gatewayUrl })).toThrow(CreateError)
    expect(create({ projectId: "x'" })).toThrow(/not a project ID/)
    expect(readdirSync(work).sort()).toEqual(['file', 'used'])
    expect(readdirSync(join(work, 'used'))).toEqual(['x.txt'])
  })

  test('error: a failure in the middle leaves nothing behind', () => {
    const { from, work } = place()
    expect(() => createApplication({ folder: join(work, 'a/b/c'), template: 'next', from })).toThrow(
      /_gitignore/,
    )
    expect(readdirSync(work)).toEqual([])
    mkdirSync(join(work, 'empty'))
    expect(() => createApplication({ folder: join(work, 'empty'), template: 'next', from })).toThrow()
    expect(readdirSync(join(work, 'empty'))).toEqual([])
  })

  const existing = templates.filter(({ fixture }) => existsSync(join(fixtures, fixture, 'package.json')))
  test.each(existing)(
    'behavior: the template $name has the options, and exact versions of ours',
    ({ fixture }) => {
      const { work } = place()
      cpSync(join(fixtures, fixture), work, {
        recursive: true,
        filter: (path) => !/node_modules|dist$/.test(path),
      })
      setOption({ folder: work, option: 'gatewayUrl', value: 'https://gateway.example' })
      setOption({ folder: work, option: 'projectId', value: 'shop' })
      const { dependencies } = JSON.parse(readFileSync(join(work, 'package.json'), 'utf8'))
      const own = Object.entries(dependencies).filter(([name]) => name.startsWith('@portico/'))
      expect(own.length).toBeGreaterThan(0)
      for (const [, version] of own) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    },
  )
})

describe('create-portico', () => {
  /** Runs the program; `answers` are typed one after the other, as each question appears. */
  async function run({ args, answers, from }: { args: string[]; answers?: (string | null)[]; from: string }) {
    const input = Object.assign(new PassThrough(), { isTTY: answers !== undefined })
    const output = new PassThrough()
    const error = new PassThrough()
    let text = ''
    let asked = 0
    output.on('data', (chunk) => {
      text += chunk
      const questions = text.match(/: $|: (?=\n)/g) ?? []
      if (!answers || !text.endsWith(': ') || questions.length === 0 || asked >= answers.length) return
      const answer = answers[asked++]
      if (answer === null) input.end()
      else input.write(`${answer}\n`)
      text += '\n'
    })
    const code = await main({
      args,
      terminal: { input, output, error, userAgent: 'pnpm/10.0.0 npm/? node/v24' },
      from,
    })
    return { code, text, error: String(error.read() ?? '') }
  }

  test('behavior: asks for what the command line does not say', async () => {
    const { from, work, read } = place()
    const folder = join(work, 'app')
    const { code, text } = await run({ args: [], answers: [folder, '9', '1', 'https://g.example'], from })
    expect(code).toBe(0)
    expect(text).toContain('  1  React with Vite (vite-react)\n')
    expect(text).toContain('Type a number from 1 to 2.')
    expect(text).toMatch(/cd \S*app\n {2}pnpm install\n {2}pnpm run dev\n/)
    expect(read('app/src/portico.ts')).toContain(`gatewayUrl: 'https://g.example'`)
  })

  test('behavior: a template without a development server is built and served', async () => {
    const { from, work } = place()
    write(from, { 'vite-react/package.json': '{ "name": "x", "scripts": { "build": "b", "start": "s" } }' })
    const { text } = await run({ args: [join(work, 'app'), '--template', 'vite-react'], answers: [], from })
    expect(text).toContain('  pnpm install\n  pnpm run build && pnpm start\n')
  })

  test('behavior: with a folder and a template it asks nothing', async () => {
    const { from, work } = place()
    const args = [join(work, 'app'), '--template', 'vite-react']
    expect(await run({ args, answers: [], from })).toMatchObject({ code: 0 })
    expect(await run({ args, answers: [], from })).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not empty'),
    })
  })

  test('error: nothing is written if the input ends or an option is unknown', async () => {
    const { from, work } = place()
    const folder = join(work, 'app')
    expect(await run({ args: [folder], answers: [null], from })).toMatchObject({
      code: 1,
      error: 'Cancelled: nothing was written.\n',
    })
    expect(await run({ args: [folder, '--colour'], from })).toMatchObject({ code: 2 })
    expect(await run({ args: [folder, 'other'], from })).toMatchObject({ code: 2 })
    expect(readdirSync(work)).toEqual([])
  })
})
