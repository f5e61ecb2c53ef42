/** Every word that the page shows, in English. Another language has the same keys. */
export const en = {
  product: 'Ropewalk',
  tagline: 'One rope, everybody’s hands.',
  language: 'en',

  lobby: {
    pageTitle: 'Ropewalk',
    joinTitle: 'Join a room',
    codeLabel: 'Room code',
    codePlaceholder: 'CODE',
    nameLabel: 'Your name',
    namePlaceholder: 'optional',
    join: 'Join',
    roomsTitle: 'Open rooms',
    roomsEmpty: 'No open rooms just now.',
    roomsFailed: 'The list of rooms cannot be loaded. Trying again.',
    people: (here: number, most: number) => `${here} of ${most} here`,
    newTitle: 'New room',
    newHint: 'You become its host. Share the link or the code with your class.',
    listed: 'List it here for everybody',
    creating: 'Creating …',
    keyLabel: 'Creation key',
    keyHint: 'This server wants a key before it creates rooms.',
    keyWrong: 'That key was not accepted.',
    keySubmit: 'Create room',
    createFailed: 'The room could not be created. Try again in a moment.',
    scenesFailed: 'The scenes cannot be loaded.',
  },

  room: {
    pageTitle: (title: string) => `${title} · Ropewalk`,
    canvasLabel: (scene: string) =>
      `${scene}, drawn live. Drag a bead to pull; everybody in the room sees it.`,
    backToLobby: 'To the lobby',
    code: 'Room code',
    controls: 'Controls',
    showControls: 'Show controls',
    hideControls: 'Hide controls',
    noWebgl:
      'This browser cannot draw the scene: it needs WebGL 2. Try a current Firefox, Chrome, Edge or Safari.',
    notAllowed: 'Only the host may do this here.',
  },

  share: {
    title: 'Invite',
    label: 'Join link',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: press Ctrl or ⌘ + C',
  },

  people: {
    title: 'People',
    you: 'you',
    host: 'host',
    holds: (particles: readonly number[]) =>
      particles.length === 1 ? `holds bead ${particles[0]}` : `holds beads ${particles.join(', ')}`,
    rename: 'Change name',
    nameLabel: 'Your name',
    save: 'Save',
  },

  wind: {
    title: 'Wind',
    gust: 'Gust',
    direction: 'Direction of the gust, seen from above',
    blows: (where: string) => `Blows ${where}`,
    strength: 'Strength',
    compass: [
      'to the right',
      'right and away',
      'away from you',
      'left and away',
      'to the left',
      'left and towards you',
      'towards you',
      'right and towards you',
    ] as readonly string[],
    away: 'away',
    towards: 'near',
    left: 'left',
    right: 'right',
  },

  solver: {
    title: 'Solver',
    iterationsHint: 'More sweeps per step make the links stiffer.',
  },

  settings: {
    title: 'Settings',
    rebuilds: 'A change here builds the world anew:',
    groups: { method: 'Method', material: 'Material', ground: 'Ground', hands: 'Hands' },
    on: 'on',
    off: 'off',
  },

  scene: {
    title: 'Scene',
  },

  burst: {
    happened: 'The springs have blown up: explicit springs are only stable for small steps.',
    choose: 'Reset, or choose another stepping.',
    reset: 'Reset to set them going again.',
    change: 'Choose another stepping to go on.',
    wait: 'The host can set them going again.',
  },

  time: {
    label: 'Time',
    play: 'Play',
    pause: 'Pause',
    step: 'One step',
    stepOnlyPaused: 'One step (while paused)',
    reset: 'Reset',
  },

  readouts: {
    title: 'Readouts',
    simulatedTime: 'Simulated time',
    step: 'Step',
    h: 'Step length h',
    iterations: 'Iterations',
    meanStretch: 'Mean stretch',
    largestStretch: 'Largest stretch',
    roundTrip: 'Round trip',
    drawn: 'Drawn',
    received: 'Received',
    lost: 'Steps left out',
    perSecond: (count: number) => `${count} /s`,
    unknown: '–',
  },

  connection: {
    connecting: 'Connecting …',
    live: (roundTrip: string | null) => (roundTrip === null ? 'Live' : `Live ${roundTrip}`),
    slow: (roundTrip: string) => `Slow ${roundTrip}`,
    reconnecting: (attempt: number) => `Reconnecting … ${attempt}`,
    offline: 'Offline',
    ended: 'Ended',
    announceLive: 'Connected.',
    announceReconnecting: 'Connection lost. Reconnecting.',
    announceOffline: 'This device is offline.',
  },

  endings: {
    elsewhere: {
      title: 'You are here in another window',
      text: 'Your seat in this room was taken over by another tab or window.',
      again: 'Come back here',
    },
    no_room: {
      title: 'No room has this code',
      text: (code: string) => `There is no room “${code}”. Check the code, or ask whoever gave it to you.`,
    },
    full: {
      title: 'This room is full',
      text: 'Nobody else fits in just now. Try again when somebody has left.',
      again: 'Try again',
    },
    misunderstood: {
      title: 'This page and the server do not understand each other',
      text: 'The server may have been updated. Loading the page again usually helps.',
      again: 'Load again',
    },
    otherCode: 'Another code',
  },

  blocked: {
    title: 'This network blocks WebSocket',
    text: 'Pages of this server load here, but the live connection to the room, a WebSocket, does not open. The reason is usually a proxy or a filter on the way.',
    ask: 'What to ask IT',
    allow: 'Please let WebSocket connections (HTTP/1.1 Upgrade) pass to:',
    host: 'Host',
    port: 'Port',
    address: 'Address',
    encrypted:
      'Many networks let WebSocket pass only when it is encrypted, on port 443. If it cannot be allowed as it is, ask whoever runs this server to offer it with TLS on port 443.',
    elsewhere: 'Or join from another network. This page keeps trying, and goes on by itself.',
    again: 'Try now',
  },

  /** Sentences for refusals that people meet; the server's own words serve for the rest. */
  refusals: {
    not_allowed: 'The host has not allowed that here.',
    too_fast: 'That was too fast. Wait a moment.',
    busy: 'The server is busy. Try again.',
    pinned: 'A pin cannot be grabbed.',
    too_many_hands: 'No hand is free.',
    too_many_gusts: 'Enough wind for now. Wait until a gust has passed.',
    bad_key: 'The host key is not right, so you are here as a guest.',
    bad_name: 'That name cannot be used.',
  } as Readonly<Record<string, string>>,

  units: {
    millisecond: 'ms',
    second: 's',
    percent: '%',
    metresPerSecondSquared: 'm/s²',
  },
}
