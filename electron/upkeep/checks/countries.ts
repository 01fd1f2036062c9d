/** Countries and large regions, in which one lives as well as in a town of theirs. Folded. */
export const COUNTRIES: ReadonlySet<string> = new Set(
  (
    'afghanistan albania algeria argentina armenia australia austria azerbaijan bangladesh belarus belgium bolivia bosnia brazil ' +
    'bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus czechia denmark ecuador egypt england estonia ' +
    'ethiopia europe finland france georgia germany ghana greece guatemala hungary iceland india indonesia iran iraq ireland ' +
    'israel italy jamaica japan jordan kazakhstan kenya korea kosovo kuwait latvia lebanon lithuania luxembourg malaysia malta ' +
    'mexico moldova mongolia montenegro morocco nepal netherlands nigeria norway pakistan panama paraguay peru philippines poland ' +
    'portugal qatar romania russia scotland senegal serbia singapore slovakia slovenia spain sweden switzerland syria taiwan ' +
    'tanzania thailand tunisia turkey turkiye uganda uk ukraine uruguay us usa venezuela vietnam wales bavaria bayern saxony ' +
    'california texas florida oregon washington catalonia andalusia brittany normandy provence tuscany lombardy flanders ontario ' +
    'quebec scandinavia deutschland österreich schweiz españa frankreich italien'
  )
    .split(' ')
    .concat(
      'new zealand',
      'south africa',
      'south korea',
      'north macedonia',
      'saudi arabia',
      'sri lanka',
      'costa rica',
      'united kingdom',
      'united states',
      'great britain',
      'northern ireland',
      'new south wales',
      'british columbia',
      'the netherlands',
      'czech republic',
    ),
)
