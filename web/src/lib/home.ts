/** Where matches live: on a server, or in this very browser. The program's own page says nothing; a site that was exported does. */
export const offline = document.querySelector<HTMLMetaElement>('meta[name="heatray-home"]')?.content === 'offline'

/** What there is instead of whatever needs two machines. */
export const NEEDS_A_SERVER =
  'Here everything happens in this browser: you play alone, against bots, or with somebody beside you, also without a network. Matches are kept here alone and go with the data of this site; the menu of a match saves it as a file. Games by link need the program on a server.'
