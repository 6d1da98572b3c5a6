import { describe, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { includeCode } from './includeCode.mjs'

const include = (text) => includeCode({ text, page: 'page.md', root })
const app = 'fixtures/vite-react19/src/App.tsx'

describe('includeCode', () => {
  test('behavior: fills a block with the file it names, under the path within the fixture', () => {
    expect(include(`# Title\n\n\`\`\`tsx file=${app}\n\`\`\`\n`)).toMatchInlineSnapshot(`
      "# Title

      \`\`\`tsx title="src/App.tsx"
      import { AppKitButton } from '@portico/react'
      import { Account } from './Account.tsx'

      export const App = () => (
        <main>
          <h1>My app</h1>
          <AppKitButton />
          <Account />
        </main>
      )
      \`\`\`
      "
    `)
  })

  test('behavior: leaves commands and configuration as they are', () => {
    const text = '```sh\nnpm install\n```\n\n```json\n{}\n```\n'
    expect(include(text)).toBe(text)
  })

  test('behavior: a live block is followed by what runs the same file', () => {
    const text = `# Title\n\n\`\`\`tsx file=${app} live=button\n\`\`\`\n`
    const page = includeCode({ text, page: 'page.mdx', root })
    expect(page.split('\n')[0]).toBe("import { LiveExample } from '@components/LiveExample'")
    expect(page).toContain(`<LiveExample name="App.tsx" load={() => import('@root/${app}')} hasButton />`)
    expect(() => include(text)).toThrow('page.md: a page with a live block must be MDX.')
  })

  test('error: refuses code that is written in the page, and files and regions that do not exist', () => {
    expect(() => include('```ts\nconst copied = true\n```\n')).toThrow(
      'page.md: a block of ts must name a file.',
    )
    expect(() => include('```tsx file=fixtures/none.tsx\n```\n')).toThrow('no file fixtures/none.tsx')
    expect(() => include(`\`\`\`tsx file=${app} region=none\n\`\`\`\n`)).toThrow('has no region none')
    expect(() => include(`\`\`\`tsx file=${app}\ncopied\n\`\`\`\n`)).toThrow('must be empty')
  })
})
