import { optionGroups, optionTable } from '../options/optionTable.ts'
import { setOption } from '../options/setOption.ts'
import { type Setup, writeSetup } from '../options/setup.ts'
import { CopyButton } from './CopyButton.tsx'
import { OptionControl } from './controls/OptionControl.tsx'
import { JsonEditor } from './JsonEditor.tsx'
import { TestWalletControls } from './TestWalletControls.tsx'
import type { ChangeSetup } from './useSetup.ts'

/** Shows all options of the kit as controls and as JSON. */
export function OptionsPanel({ setup, change }: { setup: Setup; change: ChangeSetup }) {
  const { options } = setup
  const count = Object.keys(options).length
  return (
    <section className="card options" id="options" aria-labelledby="options-title">
      <div className="card-head">
        <h2 id="options-title">Options</h2>
        <button
          type="button"
          className="small"
          disabled={writeSetup(setup) === ''}
          onClick={() => change({ options: {}, wallets: 'all', policy: 'approve' }, { live: false })}
        >
          Reset
        </button>
        <CopyButton label="Copy page link" read={() => location.href} />
      </div>
      <p className="hint">
        {count === 0 ? 'All options have their defaults.' : `${count} changed.`} The page’s address contains
        your changes, so you can share them as a link.
      </p>
      <TestWalletControls setup={setup} change={change} />
      {optionGroups.map((group) => (
        <details key={group} open={group === 'Look' || group === 'Sign-in'}>
          <summary>
            <h3>{group}</h3>
          </summary>
          <div className="controls">
            {optionTable
              .filter((row) => row.group === group)
              .map((row) => (
                <OptionControl
                  key={row.path}
                  row={row}
                  value={options[row.path] ?? row.initial}
                  onChange={(value) =>
                    change({ ...setup, options: setOption(options, row, value) }, { live: row.live === true })
                  }
                />
              ))}
          </div>
        </details>
      ))}
      <JsonEditor
        options={options}
        onChange={(next) => change({ ...setup, options: next }, { live: false })}
      />
    </section>
  )
}
