/** What the command line understands. */
export const usage = `Usage: portico <command>

  portico migrate <kit> [folder] [--dry]
      Migrates an application to Portico. <kit>: appkit.
      --dry  prints a unified diff and changes nothing

  portico --version
`
