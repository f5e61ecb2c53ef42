/** Every word that the page shows, in English. Another language has the same keys. */
export const en = {
  product: 'Ropewalk',
  tagline: 'One rope, everybody’s hands.',
  language: 'en',
  languageName: 'English',
  languageChoice: 'Language',

  /** Halves of names for those who give none: every pair makes one. */
  friendlyNames: {
    first: [
      'Brave', 'Bright', 'Calm', 'Clever', 'Curious', 'Gentle', 'Happy', 'Keen',
      'Lively', 'Lucky', 'Merry', 'Nimble', 'Patient', 'Quick', 'Quiet', 'Steady',
    ] as readonly string[],
    second: [
      'Badger', 'Beaver', 'Dolphin', 'Falcon', 'Fox', 'Gecko', 'Hare', 'Hedgehog',
      'Heron', 'Lynx', 'Otter', 'Owl', 'Panda', 'Raven', 'Robin', 'Turtle',
    ] as readonly string[],
  },

  lobby: {
    pageTitle: 'Ropewalk',
    joinTitle: 'Join a room',
    codeLabel: 'Room code',
    codePlaceholder: 'CODE',
    nameLabel: 'Your name',
    anotherName: 'Another name',
    join: 'Join',
    roomsTitle: 'Open rooms',
    roomsEmpty: 'No open rooms just now.',
    roomsFailed: 'The list of rooms cannot be loaded. Trying again.',
    people: (here: number, most: number) => `${here} of ${most} here`,
    roomFull: 'full',
    roomClosed: 'closed to newcomers',
    roomAsks: 'the host is asked',
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
    create: 'Create room',
  },

  room: {
    pageTitle: (title: string) => `${title} · Ropewalk`,
    backToLobby: 'To the lobby',
    code: 'Room code',
    controls: 'Controls',
    showControls: 'Show controls',
    hideControls: 'Hide controls',
    noWebgl:
      'This browser cannot draw the scene: it needs WebGL 2. Try a current Firefox, Chrome, Edge or Safari.',
    notAllowed: 'Only the host may do this here.',
  },

  /** The play area for those who use the keyboard or a screen reader. */
  play: {
    area: (scene: string) => (scene ? `Play area: ${scene}` : 'Play area'),
    inWords: 'The play area in words',
    keys: 'Arrow keys choose a bead, Page Up and Page Down go by number. Space or Enter takes it. Then the arrow keys pull it, slowly with Shift, and Space or Escape lets go.',
    bead: (bead: number, of: number, pin: boolean, holders: readonly string[]) =>
      `Bead ${bead} of ${of}${pin ? ', a pin' : ''}${holders.length > 0 ? `, held by ${holders.join(', ')}` : ''}.`,
    taken: (bead: number) => `You hold bead ${bead}. Arrow keys pull.`,
    released: (bead: number) => `You let go of bead ${bead}.`,
    summary: (scene: string, paused: boolean, people: number) =>
      `${scene}, ${paused ? 'paused' : 'running'}. ${people === 1 ? 'You are alone here' : `${people} people are here`}.`,
    stretch: (mean: string) => `The links are stretched by ${mean} on average.`,
    nobodyHolds: 'Nobody holds anything.',
    holds: (who: string, beads: readonly number[]) =>
      `${who} holds ${beads.length === 1 ? 'bead' : 'beads'} ${beads.join(', ')}.`,
    youHold: (beads: readonly number[]) =>
      `You hold ${beads.length === 1 ? 'bead' : 'beads'} ${beads.join(', ')}.`,
    took: (who: string, bead: number) => `${who} holds bead ${bead}.`,
    letGo: (who: string) => `${who} let go.`,
    came: (who: string) => `${who} has come.`,
    went: (who: string) => `${who} has left.`,
    wind: 'A gust blows.',
    paused: 'Paused.',
    resumed: 'Running.',
    reset: 'Back to the start.',
    undone: 'The last reset was undone.',
    fullSpeed: 'At full speed again.',
    scene: (scene: string) => `New scene: ${scene}.`,
    more: (count: number) => `And ${count} more.`,
  },

  /** Over the play area, while they hold. */
  notices: {
    fromHost: 'From the host:',
    dismiss: 'Got it',
    frozen: 'Hands are frozen: you can grab again when the host allows it.',
    youFroze: 'Hands are frozen: nobody but hosts can grab.',
    watch: 'You may only watch here: the host has set it so.',
    away: 'The host is away. The room goes on as it is until a host comes back.',
    awayFrozen: 'The host is away: nobody may do anything until a host comes back.',
  },

  /** Why the room opened this member's hand. */
  letGo: {
    reset: 'The scene went back to its start, so every hand was opened.',
    scene: 'The scene has changed, so every hand was opened.',
    undone: 'The last reset was undone, so every hand was opened.',
    frozen: 'The host has frozen all hands.',
    host: 'The host has opened all hands.',
    silent: 'Nothing was heard from you for a while, so your hand was opened.',
    not_allowed: 'The host no longer allows you to hold beads.',
  } as Readonly<Record<string, string>>,

  projector: {
    name: 'Projector',
    join: 'Join here',
    qr: (link: string) => `Join link: ${link}`,
    paused: 'Paused',
    frozen: 'Hands are frozen',
    hostAway: 'The host is away',
    offline: 'Connecting …',
  },

  embed: {
    open: 'Open the room',
  },

  menu: {
    title: 'Menu',
    fullScreen: 'Full screen',
    screenshot: 'Save a picture',
    share: 'Share and QR …',
    about: 'About …',
    aboutText:
      'One rope, everybody’s hands: a server steps a world of rope and cloth by position-based dynamics, and everyone who opens the link pulls on it.',
    aboutPrivacy:
      'No accounts, no cookies, no request to anybody else. Names live as long as the room.',
    version: (version: string) => `Ropewalk ${version} · MIT License`,
  },

  share: {
    title: 'Invite',
    label: 'Join link',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: press Ctrl or ⌘ + C',
    open: 'Link, code and QR …',
    qr: (link: string) => `QR code of ${link}`,
    address: 'Address of the server',
    view: 'What it opens',
    views: { room: 'The room', projector: 'The projector’s view', embed: 'A view to embed in a page' },
    anyLanguage: 'Each browser’s own',
  },

  people: {
    title: 'People',
    you: 'you',
    host: 'host',
    watches: 'only watches',
    holds: (particles: readonly number[]) =>
      particles.length === 1 ? `holds bead ${particles[0]}` : `holds beads ${particles.join(', ')}`,
    rename: 'Change name',
    nameLabel: 'Your name',
    save: 'Save',
  },

  /** Where a host leads the class. */
  desk: {
    tabs: 'What the panel shows',
    tab: { class: 'Class', people: 'People', scene: 'Experiment' },
    waitingBadge: (count: number) => `${count} waiting`,
    cancel: 'Cancel',

    joinTitle: 'Joining',
    joinQr: 'QR code of the join link',
    copyLink: 'Copy link',
    newcomers: 'Newcomers',
    policies: { open: 'Come in', ask: 'Ask first', closed: 'Stay out' },
    policyHints: {
      open: 'Whoever has the code comes in.',
      ask: 'You let every newcomer in yourself. Whoever comes back needs no asking.',
      closed: 'Only those come in who were here before.',
    },
    waiting: (count: number) =>
      count === 1 ? 'One person waits to be let in' : `${count} people wait to be let in`,
    admit: 'Let in',
    admitOne: (name: string) => `Let ${name} in`,
    admitAll: 'Let all in',
    refuse: 'Refuse',
    refuseOne: (name: string) => `Do not let ${name} in`,
    capacity: (here: number) => `${here} here, room for`,
    capacityLabel: 'Room for how many people',
    newCode: 'New code …',
    newCodeQuestion:
      'The present code, link and QR code stop working for newcomers at once. Nobody here is put out.',
    newCodeAction: 'Change the code',

    leadTitle: 'Hands',
    freeze: 'Freeze hands',
    unfreeze: 'Let hands move again',
    freezeHint: 'Opens every hand but yours; nobody can grab until you allow it.',
    frozenNow: 'Hands are frozen: only hosts can hold beads.',
    releaseAll: 'Open all hands',
    undo: 'Undo reset',
    nothingToUndo: 'There is no reset to undo.',
    pullLimit: 'Most that one person pulls',
    noPullLimit: 'no limit',
    pullLimitHint: 'All hands of a person together, so that nobody can fling the rope for all.',

    rightsTitle: 'The class may',
    rights: {
      grab: 'grab',
      gust: 'blow gusts',
      iterations: 'set iterations',
      parameters: 'change settings',
      time: 'pause and step',
      reset: 'reset',
      scene: 'change the scene',
    },
    audiences: { everyone: 'everyone', named: 'those named', hosts: 'only hosts' },
    namedOf: (count: number) => `those named: ${count}`,
    namedHint: 'You name people in the list of people, or let the lot do it.',
    draw: 'Who may grab, by lot',
    drawAction: 'Draw',
    away: 'While no host is here',
    awayPolicies: { carry_on: 'Carry on', freeze: 'Wait' },
    awayHints: {
      carry_on: 'The class may do what it may do now.',
      freeze: 'After 5 seconds nobody can do anything until a host is back.',
    },

    hideNames: 'Hide names from everybody but hosts',
    namedTag: (rights: readonly string[]) => `named: ${rights.join(', ')}`,
    silent: (time: string) => `silent for ${time}`,
    skipped: (frames: number) =>
      frames === 1 ? '1 frame skipped' : `${frames} frames skipped`,
    actionsFor: (name: string) => `What to do about ${name}`,
    nameOf: (name: string) => `Name of ${name}`,
    rename: 'Rename',
    watchOnly: 'May only watch',
    coHost: 'Is a host, too',
    namedRights: 'Named to',
    removeFor: 'Remove for',
    duration: (minutes: number) =>
      minutes === 1
        ? 'one minute'
        : minutes % 60 !== 0
          ? `${minutes} minutes`
          : minutes === 60
            ? 'one hour'
            : `${minutes / 60} hours`,
    removeHint:
      'This binds the browser, not the person: another browser can still come in with the code.',
    approveInstead: 'Let newcomers in only when I say so',
    remove: (name: string) => `Remove ${name} …`,
    removeQuestion: (name: string, time: string) =>
      `${name} is put out, and this browser cannot come back for ${time}.`,
    removeAction: 'Remove',

    messageTitle: 'Message to all',
    messageLabel: 'Message to all',
    messagePlaceholder: 'Everybody sees it',
    sendMessage: 'Show',
    clearMessage: 'Take away',

    keysTitle: 'Host link and end',
    noHostKey: 'You were made a host by another one, who has the host link.',
    showHostLink: 'Show host link',
    hideHostLink: 'Hide host link',
    hostLinkWarning:
      'For your own phone or a colleague. Whoever sees it can lead the room: never show it to students.',
    hostQr: 'QR code of the host link',
    hostLink: 'Host link',
    end: 'End room …',
    endQuestion: 'The room ends for everybody at once, and cannot be opened again.',
    endAction: 'End for everybody',
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
    parameters: (scene: string) => `Parameters of ${scene}`,
    start: 'Start scene',
    close: 'Close',
    atDefaults: 'Back to the defaults',
  },

  lenses: {
    title: 'Lenses',
    close: (lens: string) => `Close the ${lens}`,
    waiting: 'Waiting for figures …',
    open: (scene: string) => `Open the scene ${scene}`,
    askHost: (scene: string) => `Ask the host for the scene ${scene}.`,
    names: {
      catenary: 'Catenary lens',
      wave: 'Wave lens',
      force: 'Force lens',
      solver: 'Solver lens',
    },
    hints: {
      catenary: 'The curve that theory expects over a hanging rope.',
      wave: 'Standing waves: drive, nodes and antinodes.',
      force: 'The same rope with explicit springs beside it.',
      solver: 'One step, slowly, from the inside.',
    },
  },

  catenary: {
    none: 'This lens needs a rope that hangs between two pins, or a bridge: this scene has neither.',
    continuous: 'Catenary',
    continuousHint: 'a smooth chain, y = a cosh(x/a)',
    discrete: 'Catenary of links',
    discreteHint: 'straight links with a bead at each joint',
    parabola: 'Parabola',
    parabolaHint: 'an even load along the span',
    a: 'a',
    h: 'Pull ÷ weight of a bead',
    sag: 'Sag here',
    theorySag: 'Sag by theory',
    error: 'Largest distance',
    still: 'The curves fit a rope at rest: let it swing out.',
  },

  wave: {
    none: 'This lens needs a rope or a string: this scene has none.',
    drive: 'Drive',
    noDrive: 'Nothing drives this scene, but its swings are shown.',
    harmonics: 'Harmonics',
    harmonic: (n: number) => `f${'₀₁₂₃₄₅₆₇₈₉'[n] ?? n}`,
    driveAt: (n: number, hertz: string) => `Drive at harmonic ${n}, ${hertz}`,
    later: 'The harmonics are found after some seconds of motion.',
    noHarmonics: 'There is no formula for the harmonics of this scene.',
    node: 'Node: hardly moves',
    antinode: 'Antinode: swings most',
    envelope: 'Reach in the last second',
    magnified: (factor: string) => `drawn ×${factor} across`,
    found: (nodes: number, antinodes: number) => `Nodes: ${nodes} · Antinodes: ${antinodes}`,
    calm: 'Nothing swings just now.',
    swing: 'Widest swing',
    spectrum: 'Show the spectrum below',
  },

  force: {
    needs:
      'This lens compares two ropes, one of constraints and one of explicit springs: it needs the scene Contrast.',
    missing: 'This server does not offer the scene Contrast.',
    position: 'Position-based',
    spring: 'Explicit springs',
    over: (most: string) => `over ${most}`,
    cost: 'Time for a step',
    stretch: 'Largest stretch',
    burst: 'The springs have blown up. They were caught at the edge of the world; the other rope goes on.',
    stable: (hertz: string) =>
      `Both take the same steps, ${hertz}. Make the springs stiffer until they blow up.`,
  },

  stepper: {
    paused: 'A step can only be looked into while the room is paused.',
    mayNot: 'Ask the host to pause.',
    pause: 'Pause the room',
    asking: 'Looking into the next step …',
    previous: 'Previous',
    next: 'Next',
    play: 'Play slowly',
    stop: 'Stop',
    place: 'Place in the step',
    single: 'One correction at a time',
    doStep: 'Do this step',
    position: (at: number, of: number) => `${at} of ${of}`,
    scales: (motion: string, correction: string) => `Motions ×${motion}, arrows ×${correction}`,
    incomplete: 'Only the first sweeps are shown: the step has more corrections than fit.',
    start: 'Before the step',
    startText: (particles: string, h: string) =>
      `${particles} particles stand here, each with its velocity. The step will take ${h}.`,
    predicted: 'Predict',
    predictedText: (motion: string, stretch: string) =>
      `Every particle flies on by itself with its velocity and gravity, up to ${motion} far. Nobody has asked the links: they are stretched by up to ${stretch}.`,
    sweep: (sweep: number, sweeps: number) => `Correct: sweep ${sweep} of ${sweeps}`,
    sweepText: (count: string, error: string, correction: string) =>
      `${count} corrections, one after the other. The worst constraint was ${error} wrong; the longest correction is ${correction}.`,
    correctionText: (kind: string, particles: string, wrong: string, correction: string) =>
      `${kind} of ${particles}: ${wrong}. It moves its particles along its gradient, the dashed line, by up to ${correction}.`,
    tooLong: (length: string) => `${length} too long`,
    tooShort: (length: string) => `${length} too short`,
    wrong: (error: string) => `${error} wrong`,
    softly:
      'All constraints of this step at once: no single one has its gradient shown here.',
    substep: (substep: number, substeps: number) => ` · substep ${substep} of ${substeps}`,
    particles: (numbers: readonly number[]) =>
      numbers.length === 1 ? `bead ${numbers[0]}` : `beads ${numbers.join(', ')}`,
    kinds: {
      link: 'Link',
      floor: 'Least distance',
      ceiling: 'Greatest distance',
      tether: 'Tether',
      bend: 'Bend',
      hinge: 'Hinge',
      volume: 'Volume',
      rail: 'Rail',
      pair: 'Pair',
      hand: 'Hand',
      contact: 'Contact',
      self: 'Contact with itself',
      direct: 'Direct solution',
    } as Readonly<Record<string, string>>,
    final: 'Keep the result',
    finalText: (motion: string, stretch: string) =>
      `The corrected places are where the particles are now, up to ${motion} from where they were. The largest stretch left is ${stretch}.`,
    velocities: 'Read the velocities back',
    velocitiesText: (speed: string) =>
      `Velocity = (place after − place before) ÷ h, up to ${speed}. No force was ever computed.`,
  },

  plots: {
    title: 'Plots',
    names: { energy: 'Energy', stretch: 'Stretch', spectrum: 'Spectrum' },
    close: (plot: string) => `Close the plot ${plot}`,
    csv: 'Download CSV',
    csvOf: (plot: string) => `Download CSV: ${plot}`,
    failed: 'The plots cannot be loaded.',
    time: 'Simulated time',
    frequency: 'Frequency',
    amplitude: 'Amplitude',
    expected: 'Expected harmonics',
    bead: 'Bead',
    empty: 'Nothing measured yet.',
    spectrumLater: 'The spectrum needs some seconds of motion.',
    now: (figures: readonly string[]) => figures.join(', '),
    kinetic: 'Kinetic',
    potential: 'Potential',
    total: 'Total',
    mean: 'Mean',
    largest: 'Largest',
  },

  burst: {
    happened: 'The springs have blown up: explicit springs are only stable for small steps.',
    choose: 'Reset, or choose another stepping.',
    reset: 'Reset to set them going again.',
    change: 'Choose another stepping to go on.',
    wait: 'The host can set them going again.',
    beside: 'The rope of springs has blown up and stands still; everything else goes on.',
  },

  time: {
    label: 'Time',
    play: 'Play',
    pause: 'Pause',
    step: 'One step',
    stepOnlyPaused: 'One step (while paused)',
    slow: 'Slow motion',
    slowNow: (times: number) => `Slow motion: ${times} times slower`,
    reset: 'Reset',
  },

  readouts: {
    title: 'Readouts',
    simulatedTime: 'Simulated time',
    step: 'Step',
    h: 'Step length h',
    iterations: 'Iterations',
    substeps: 'Substeps',
    more: 'More readouts',
    meanStretch: 'Mean stretch',
    largestStretch: 'Largest stretch',
    roundTrip: 'Round trip',
    drawn: 'Drawn',
    frameMain: 'Work per picture',
    frameDrawing: 'Drawing calls per picture',
    budget: (spent: string, interval: string) => `${spent} of ${interval}`,
    received: 'Received',
    lost: 'Steps left out',
    perSecond: (count: number) => `${count} /s`,
    unknown: '–',
  },

  /** How much is drawn. */
  quality: {
    title: 'Drawing',
    automatic: (quality: string) => `Automatic (${quality})`,
    names: { full: 'full', light: 'light', lightest: 'lightest' },
    lighter: (quality: string, interval: string) =>
      `Drawn ${quality}, so that this machine can follow: ${interval} per picture.`,
    lost: 'The browser has taken the picture away. It is coming back; the room goes on.',
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
    title: 'Connection',
    /** With what the pill says. */
    pill: (words: string) => `Connection: ${words}`,
    close: 'Close',
    frames: 'Frames per second',
    framesOf: (received: string, agreed: string) => `${received} of ${agreed}`,
    data: 'Data per second',
    frameSize: 'Data per frame',
    encoding: 'Positions',
    onGrid: (step: string) => `to ${step}`,
    plain: 'unrounded',
    roundTrip: 'Round trip',
    behind: 'Picture behind the server',
    since: 'Since the page was opened',
    late: 'Frames that came late',
    dropped: 'Frames left out',
    states: 'Fresh starts asked for',
    resting: 'Nothing moves, so no frames come.',
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
    removed: {
      title: 'A host has removed you',
      text: 'You cannot come back into this room for some time. Talk to whoever leads it.',
    },
    ended: {
      title: 'This room has ended',
      text: 'It was closed for everybody, or nobody was in it for a long time. Ask for the code of a new one.',
    },
    closed: {
      title: 'This room takes no newcomers',
      text: 'The host has closed the door. Ask whoever leads the room to open it, then try again.',
      again: 'Try again',
    },
    not_admitted: {
      title: 'You were not let in',
      text: 'The host did not let you into this room. Ask whoever leads it.',
      again: 'Ask again',
    },
    misunderstood: {
      title: 'This page and the server do not understand each other',
      text: 'The server may have been updated. Loading the page again usually helps.',
      again: 'Load again',
    },
    removedFor: (time: string) => `This browser can come back in ${time}.`,
    otherCode: 'Another code',
  },

  waiting: {
    title: 'The host is asked to let you in',
    text: 'Stay on this page: the room opens by itself. If it takes long, tell whoever leads it.',
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

  /** The page that tries out a network before the lesson. */
  check: {
    pageTitle: 'Network check · Ropewalk',
    title: 'Is this network fit for a lesson?',
    hint: 'Open this page on the network that the class will use, best on one of its devices. It loads 4 MB and takes a few seconds.',
    running: 'Checking …',
    overall: {
      good: 'Ready for the lesson.',
      warn: 'It will work. Read the remarks below.',
      bad: 'Not ready: ask IT before the lesson.',
    },
    levels: {
      running: 'Checking',
      good: 'Good',
      warn: 'Remark',
      bad: 'Problem',
      todo: 'For you to do',
    },
    again: 'Check again',
    print: 'Print the sheet for IT',
    ask: 'Ask IT:',
    socket: {
      title: 'Live connection (WebSocket)',
      open: 'It opens: rooms can be live here.',
      blocked: 'Pages of this server load here, but a WebSocket does not open. The reason is usually a proxy or a filter on the way.',
      unreachable: 'The server does not answer. It may be switched off, or this device has left its network.',
      lost: 'It opens, but is cut or falls silent within seconds.',
      askLost: 'Which filter, proxy or VPN ends long connections to this server? Please let WebSocket connections stay open for hours.',
    },
    trips: {
      title: 'Round trip',
      figures: (median: string, worst: string, count: number) =>
        `Median ${median}, worst ${worst} of ${count}.`,
      good: 'Hands will feel immediate.',
      warn: 'Usable, but hands will sometimes feel late.',
      bad: 'Too slow: hands will feel late all the time.',
      none: 'Not measured, because there was no live connection.',
      ask: 'Can the server be put into the same network as the class, and on a cable? Does a VPN or a far proxy lie between them?',
    },
    download: {
      title: 'Throughput',
      figure: (rate: string, bits: string) => `This line brings ${rate} (${bits}).`,
      good: (viewers: number) =>
        `If the class shares it, it is enough for ${viewers} viewers even of the large cloth.`,
      warn: (rope: number, cloth: number) =>
        `If the class shares it, it is enough for ${rope} viewers of a rope, but only for ${cloth} of the large cloth.`,
      bad: (rope: number) => `If the class shares it, it carries only ${rope} viewers of a rope.`,
      basis: (frame: string, particles: number, viewers: number, rate: number, total: string) =>
        `Reckoned with ${frame} a frame for the cloth of ${particles} particles × ${viewers} viewers × ${rate} frames a second = ${total}`,
      basisRope: (particles: number, total: string) =>
        `; for a rope of ${particles} particles ${total}.`,
      tooOften: 'The line was measured too often from this address just now. Try again in a minute.',
      failed: 'It could not be measured.',
      ask: 'How many devices share this access point? Can the class use one of its own, on 5 GHz, and the server a cable?',
    },
    address: {
      title: 'Address',
      same: (url: string) => `Everybody can use the address of this page: ${url}.`,
      other: (url: string, named: string) =>
        `This page came by ${url}; the server itself names ${named}. If others cannot use the first, try the second.`,
      on_the_server: (named: string) =>
        `This page was opened on the server’s own computer, so the results are about that computer alone. Others use ${named}: check from there.`,
      only_local: 'The server answers only its own computer: nobody else can join.',
      askLocal: 'Whoever runs the server: start it without --listen 127.0.0.1.',
      failed: 'The server did not tell its addresses.',
    },
    webgl: {
      title: 'Drawing (WebGL 2)',
      hardware: 'This device draws with its graphics chip.',
      software: 'This device draws without its graphics chip. That works, but large scenes are drawn more simply.',
      none: 'This browser cannot draw the scenes: it has no WebGL 2.',
      askSoftware: 'Please allow hardware acceleration in the browsers of the class’s devices.',
      askNone: 'Please offer a current Firefox, Chrome, Edge or Safari, with WebGL allowed.',
    },
    isolation: {
      title: 'Can devices in the Wi-Fi reach each other?',
      todo: 'Open this page on a phone in the class’s Wi-Fi:',
      qr: 'QR code of this page’s address for others',
      question: 'Did it load on the phone?',
      answers: { untried: 'Not tried', yes: 'Yes', no: 'No' },
      yes: 'A phone in the Wi-Fi reaches the server.',
      no: 'If this device can load it and the phone cannot, the Wi-Fi keeps its devices apart. This is called client isolation or AP isolation.',
      ask: (host: string, port: string) =>
        `Please let the devices in this Wi-Fi reach ${host} on port ${port} (TCP): switch client isolation off for it, or put the server on a cable that the Wi-Fi may reach.`,
      noAddress: 'There is no address that a phone could use: see “Address”.',
    },
    sheet: {
      title: 'Ropewalk: what the class needs of the network',
      lead: 'A class will use this server from its browsers. Pages come over HTTP, and the live picture over a WebSocket that stays open for the whole lesson. Nothing else is contacted: no third party, no account, no cookie.',
      server: 'Server',
      host: 'Host',
      port: 'Port',
      tls: 'Encrypted (TLS)',
      yes: 'yes',
      no: 'no',
      path: 'Path of the WebSocket',
      socket: 'Address of the WebSocket',
      needs: 'Throughput for 30 viewers',
      needsFigures: (cloth: string, rope: string) => `${cloth} for a large cloth, ${rope} for a rope`,
      results: 'What was found',
      date: 'Date',
      browser: 'Browser',
      allow: 'Please allow',
      allows: (host: string, port: string, socket: string) => [
        `TCP from the class’s devices to ${host}, port ${port}.`,
        `HTTP/1.1 Upgrade to WebSocket at ${socket}: no proxy that strips it, answers it or ends it after some minutes.`,
        'The Wi-Fi’s devices to reach this server (no client isolation towards it).',
      ],
      unencrypted:
        'If filters let WebSocket pass only when it is encrypted: whoever runs the server can offer it with TLS on port 443.',
    },
  },

  /** Sentences for refusals that people meet; the server's own words serve for the rest. */
  refusals: {
    not_allowed: 'The host has not allowed that here.',
    frozen: 'Hands are frozen just now.',
    watching: 'You may only watch here.',
    host_away: 'Not while the host is away.',
    too_fast: 'That was too fast. Wait a moment.',
    busy: 'The server is busy. Try again.',
    pinned: 'A pin cannot be grabbed.',
    too_many_hands: 'No hand is free.',
    too_many_probes: 'Four beads are looked at already in this room; the spectrum shows none of them here.',
    not_paused: 'This only works while the room is paused.',
    too_many_gusts: 'Enough wind for now. Wait until a gust has passed.',
    bad_key: 'The host key is not right, so you are here as a guest.',
    no_such_member: 'That person is no longer here.',
    nothing_to_undo: 'There is no reset to undo.',
    bad_name: 'That name cannot be used.',
  } as Readonly<Record<string, string>>,

  units: {
    byte: 'B',
    kilobyte: 'kB',
    megabytesPerSecond: 'MB/s',
    megabitsPerSecond: 'Mbit/s',
    millisecond: 'ms',
    millimetre: 'mm',
    metre: 'm',
    cubicMetre: 'm³',
    hertz: 'Hz',
    joule: 'J',
    metresPerSecond: 'm/s',
    second: 's',
    percent: '%',
    metresPerSecondSquared: 'm/s²',
  },
}
