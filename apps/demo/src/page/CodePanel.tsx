import type { DemoOptions } from '../options/demoOptions.ts'
import { writeCode } from '../options/writeCode.ts'
import { CopyButton } from './CopyButton.tsx'

/** Shows the source code of an application with the chosen options. */
export function CodePanel({ options, gatewayUrl }: { options: DemoOptions; gatewayUrl: string }) {
  const code = writeCode({ options, gatewayUrl })
  return (
    <section className="card" id="code" aria-labelledby="code-title">
      <div className="card-head">
        <h2 id="code-title">Ten lines of code</h2>
        <CopyButton label="Copy code" read={() => code} />
      </div>
      <p className="hint">Adds the button of this page to your React app, with the options you chose.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="code" tabIndex={0} aria-label="Code">
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </section>
  )
}
