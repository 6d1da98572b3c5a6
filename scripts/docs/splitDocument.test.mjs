import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { splitDocument } from './splitDocument.mjs'

const text = readFileSync(join(root, 'docs/operate.md'), 'utf8')

describe('splitDocument', () => {
  test('behavior: every section is a page, with its own title, and nothing is lost', () => {
    const { pages, anchors } = splitDocument({ text, to: 'operate', title: 'Operate' })
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const titles = Object.values(pages).map((page) => /^# (.+)$/m.exec(page)[1])
    expect(titles).toEqual(['Operate', ...sections])
    const lines = (one) => one.split('\n').filter((line) => line && !line.startsWith('#')).length
    expect(
      Object.values(pages)
        .map(lines)
        .reduce((a, b) => a + b),
    ).toBe(lines(text))
    expect(anchors.monitoring).toBe('/operate/monitoring')
  })
})
