import { AccentControl } from './AccentControl.tsx'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps } from './ControlProps.ts'
import { FontControl } from './FontControl.tsx'
import { OrderControl } from './OrderControl.tsx'
import { RadiusControl } from './RadiusControl.tsx'
import { SubsetControl } from './SubsetControl.tsx'
import { SwitchControl } from './SwitchControl.tsx'
import { TextControl } from './TextControl.tsx'

/** Options with a control of their own, by path. */
const special: Record<string, (props: ControlProps) => React.ReactNode> = {
  'themeVariables.--apkt-accent': AccentControl,
  'themeVariables.--apkt-border-radius-master': RadiusControl,
  'themeVariables.--apkt-font-family': FontControl,
}

/** The control for one row of the option table. */
export function OptionControl(props: ControlProps) {
  const { kind, path } = props.row
  const Special = special[path]
  if (Special) return <Special {...props} />
  switch (kind.name) {
    case 'switch':
      return <SwitchControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} values={kind.values} />
    case 'order':
      return <OrderControl {...props} values={kind.values} />
    case 'subset':
      return <SubsetControl {...props} values={kind.values} />
    case 'ids':
    case 'text':
    case 'number':
      return <TextControl {...props} />
    case 'data':
      return null
  }
}
