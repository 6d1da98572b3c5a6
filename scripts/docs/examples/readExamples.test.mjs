import { describe, expect, test } from 'vitest'
import { root } from '../../bootstrap.mjs'
import { listExamples } from './listExamples.mjs'
import { readBlocks, readCommentExamples } from './readExamples.mjs'
import { toModule } from './writeExamples.mjs'

describe('readBlocks', () => {
  test('behavior: returns scripts with their line, and only the scripts of markup', () => {
    const text = [
      '# Title',
      '```ts',
      'open()',
      '```',
      '```sh',
      'npm start',
      '```',
      '```vue',
      '<script setup lang="ts">',
      'close()',
      '</script>',
      '<template><p>open</p></template>',
      '```',
      '```tsx file=fixtures/next/app/page.tsx',
      '```',
      '',
    ].join('\n')
    const blocks = readBlocks(text)
    expect(blocks.map(({ line, code }) => [line, code.trim()])).toEqual([
      [3, 'open()'],
      [9, 'close()'],
    ])
    // The second line, as in the document.
    expect(blocks[1].code.split('\n')[1]).toBe('close()')
  })
})

describe('readCommentExamples', () => {
  test('behavior: returns each example of a comment, without the tags beside it', () => {
    const text = [
      'interface Options {',
      '  /**',
      '   * Opens.',
      '   *',
      '   * @example',
      '   * open({',
      '   *   view: 1,',
      '   * })',
      '   * @throws if closed',
      '   * @example',
      '   * open()',
      '   */',
      '  open: 1',
      '}',
    ].join('\n')
    expect(readCommentExamples(text)).toEqual([
      { line: 6, code: 'open({\n  view: 1,\n})\n' },
      { line: 11, code: 'open()\n' },
    ])
  })
})

describe('toModule', () => {
  test('behavior: keeps the lines, and makes a function of code that returns', () => {
    expect(toModule({ line: 3, code: 'open()\n' })).toBe('\n\nopen()\n\nexport {}\n')
    const code = "import { a } from 'b'\n\nconst c = a()\nreturn c\n"
    expect(toModule({ line: 2, code })).toBe(
      "\nimport { a } from 'b'\n\nexport async function example() {const c = a()\nreturn c\n\n}\n",
    )
  })
})

describe('listExamples', () => {
  test('behavior: has those of the README, the packages and the reference', () => {
    const files = listExamples({ root }).map(({ file }) => file)
    expect(files.length).toBeGreaterThan(200)
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'packages/react/README.md',
        'packages/react/src/options.ts',
        'packages/react/src/hooks/useAppKit.ts',
        'packages/siwx/src/verify/verifyMessage.ts',
      ]),
    )
  })
})
