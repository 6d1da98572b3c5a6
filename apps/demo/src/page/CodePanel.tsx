import type { DemoOptions } from '../options/demoOptions.ts'
import { writeCode } from '../options/writeCode.ts'
import { CopyButton } from './CopyButton.tsx'

/** What to write in an app of one's own to have what this page has. */
export function CodePanel({ options, gatewayUrl }: { options: DemoOptions; gatewayUrl: string }) {
  const code = writeCode({ options, gatewayUrl })
  return (
    <section className="card" id="code" aria-labelledby="code-title">
      <div className="card-head">
        <h2 id="code-title">Ten lines of code</h2>
        <CopyButton label="Copy code" read={() => code} />
      </div>
      <p className="hint">The button of this page in your React app, with the options you chose.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="code" tabIndex={0} aria-label="Code">
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </section>
  )
}
