import type { Catalogue } from './index'

const beads = (numbers: readonly number[]) =>
  numbers.length === 1 ? `Perle ${numbers[0]}` : `die Perlen ${numbers.join(', ')}`

/** Every word that the page shows, in German: plain, short, and with “du”. */
export const de: Catalogue = {
  product: 'Ropewalk',
  tagline: 'Ein Seil, die Hände aller.',
  language: 'de',
  languageName: 'Deutsch',
  languageChoice: 'Sprache',

  friendlyNames: {
    first: [
      'Flinker', 'Froher', 'Kluger', 'Lustiger', 'Mutiger', 'Munterer', 'Netter', 'Neugieriger',
      'Ruhiger', 'Sanfter', 'Schlauer', 'Schneller', 'Stiller', 'Tapferer', 'Wacher', 'Witziger',
    ],
    second: [
      'Bär', 'Biber', 'Dachs', 'Delfin', 'Falke', 'Fuchs', 'Gecko', 'Hase',
      'Hecht', 'Igel', 'Kranich', 'Luchs', 'Otter', 'Panda', 'Rabe', 'Uhu',
    ],
  },

  lobby: {
    pageTitle: 'Ropewalk',
    joinTitle: 'Einem Raum beitreten',
    codeLabel: 'Raumcode',
    codePlaceholder: 'CODE',
    nameLabel: 'Dein Name',
    anotherName: 'Anderer Name',
    join: 'Beitreten',
    roomsTitle: 'Offene Räume',
    roomsEmpty: 'Gerade ist kein Raum offen.',
    roomsFailed: 'Die Liste der Räume lässt sich nicht laden. Neuer Versuch läuft.',
    people: (here, most) => `${here} von ${most} da`,
    roomFull: 'voll',
    roomClosed: 'für Neue geschlossen',
    roomAsks: 'mit Erlaubnis',
    newTitle: 'Neuer Raum',
    newHint: 'Du leitest ihn. Gib den Link oder den Code an deine Klasse weiter.',
    listed: 'Hier für alle anzeigen',
    creating: 'Wird angelegt …',
    keyLabel: 'Schlüssel zum Anlegen',
    keyHint: 'Dieser Server verlangt einen Schlüssel, bevor er Räume anlegt.',
    keyWrong: 'Dieser Schlüssel wurde nicht angenommen.',
    keySubmit: 'Raum anlegen',
    createFailed: 'Der Raum konnte nicht angelegt werden. Versuch es gleich noch einmal.',
    scenesFailed: 'Die Szenen lassen sich nicht laden.',
    create: 'Raum anlegen',
  },

  room: {
    pageTitle: (title) => `${title} · Ropewalk`,
    backToLobby: 'Zur Startseite',
    code: 'Raumcode',
    controls: 'Bedienung',
    showControls: 'Bedienung zeigen',
    hideControls: 'Bedienung verbergen',
    noWebgl:
      'Dieser Browser kann die Szene nicht zeichnen: Dazu braucht er WebGL 2. Versuch es mit einem aktuellen Firefox, Chrome, Edge oder Safari.',
    notAllowed: 'Das darf hier nur die Leitung.',
  },

  play: {
    area: (scene) => (scene ? `Spielfläche: ${scene}` : 'Spielfläche'),
    inWords: 'Die Spielfläche in Worten',
    keys: 'Mit den Pfeiltasten wählst du eine Perle, mit Bild auf und Bild ab der Nummer nach. Leertaste oder Eingabe greift sie. Dann ziehen die Pfeiltasten, mit der Umschalttaste langsam; Leertaste oder Escape lässt los.',
    bead: (bead, of, pin, holders) =>
      `Perle ${bead} von ${of}${pin ? ', befestigt' : ''}${holders.length > 0 ? `, gehalten von ${holders.join(', ')}` : ''}.`,
    taken: (bead) => `Du hältst Perle ${bead}. Die Pfeiltasten ziehen.`,
    released: (bead) => `Du hast Perle ${bead} losgelassen.`,
    summary: (scene, paused, people) =>
      `${scene}, ${paused ? 'angehalten' : 'läuft'}. ${people === 1 ? 'Du bist allein hier' : `${people} Personen sind hier`}.`,
    stretch: (mean) => `Die Glieder sind im Mittel um ${mean} gedehnt.`,
    nobodyHolds: 'Niemand hält etwas.',
    holds: (who, numbers) => `${who} hält ${beads(numbers)}.`,
    youHold: (numbers) => `Du hältst ${beads(numbers)}.`,
    took: (who, bead) => `${who} hält Perle ${bead}.`,
    letGo: (who) => `${who} hat losgelassen.`,
    came: (who) => `${who} ist gekommen.`,
    went: (who) => `${who} ist gegangen.`,
    wind: 'Ein Windstoß weht.',
    paused: 'Angehalten.',
    resumed: 'Läuft.',
    reset: 'Zurück zum Anfang.',
    undone: 'Das letzte Zurücksetzen ist widerrufen.',
    fullSpeed: 'Wieder mit voller Geschwindigkeit.',
    scene: (scene) => `Neue Szene: ${scene}.`,
    more: (count) => `Und ${count} weitere.`,
  },

  notices: {
    fromHost: 'Von der Leitung:',
    dismiss: 'Verstanden',
    frozen: 'Die Hände sind gesperrt: Greifen geht wieder, sobald die Leitung es erlaubt.',
    youFroze: 'Die Hände sind gesperrt: Nur die Leitung kann greifen.',
    watch: 'Du darfst hier nur zuschauen: So hat es die Leitung eingestellt.',
    away: 'Die Leitung ist weg. Bis sie zurück ist, geht der Raum weiter wie bisher.',
    awayFrozen: 'Die Leitung ist weg: Bis sie zurück ist, darf niemand etwas tun.',
  },

  letGo: {
    reset: 'Die Szene steht wieder am Anfang, darum sind alle Hände offen.',
    scene: 'Die Szene hat gewechselt, darum sind alle Hände offen.',
    undone: 'Das letzte Zurücksetzen ist widerrufen, darum sind alle Hände offen.',
    frozen: 'Die Leitung hat alle Hände gesperrt.',
    host: 'Die Leitung hat alle Hände geöffnet.',
    silent: 'Von dir kam eine Weile nichts, darum hat sich deine Hand geöffnet.',
    not_allowed: 'Die Leitung erlaubt dir nicht mehr, Perlen zu halten.',
  },

  projector: {
    name: 'Beamer',
    join: 'Hier mitmachen',
    qr: (link) => `Link zum Mitmachen: ${link}`,
    paused: 'Angehalten',
    frozen: 'Hände eingefroren',
    hostAway: 'Die Leitung ist gerade nicht da',
    offline: 'Verbinde …',
  },

  embed: {
    open: 'Raum öffnen',
  },

  menu: {
    title: 'Menü',
    fullScreen: 'Vollbild',
    screenshot: 'Bild speichern',
    share: 'Teilen und QR …',
    about: 'Über …',
    aboutText:
      'Ein Seil, die Hände aller: Ein Server rechnet eine Welt aus Seil und Tuch mit positionsbasierter Dynamik, und alle, die den Link öffnen, ziehen daran.',
    aboutPrivacy:
      'Keine Konten, keine Cookies, keine Anfragen an andere. Namen leben so lange wie der Raum.',
    version: (version) => `Ropewalk ${version} · MIT-Lizenz`,
  },

  share: {
    title: 'Einladen',
    label: 'Link zum Beitreten',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Markiert: Drück Strg oder ⌘ + C',
    open: 'Link, Code und QR …',
    qr: (link) => `QR-Code von ${link}`,
    address: 'Adresse des Servers',
    view: 'Was er öffnet',
    views: { room: 'Den Raum', projector: 'Die Ansicht für den Beamer', embed: 'Eine Ansicht zum Einbetten' },
    anyLanguage: 'Die des jeweiligen Browsers',
  },

  people: {
    title: 'Personen',
    you: 'du',
    host: 'Leitung',
    watches: 'schaut nur zu',
    holds: (particles) => `hält ${beads(particles)}`,
    rename: 'Namen ändern',
    nameLabel: 'Dein Name',
    save: 'Speichern',
  },

  desk: {
    tabs: 'Was die Bedienung zeigt',
    tab: { class: 'Klasse', people: 'Personen', scene: 'Versuch' },
    waitingBadge: (count) => `${count} ${count === 1 ? 'wartet' : 'warten'}`,
    cancel: 'Abbrechen',

    joinTitle: 'Beitreten',
    joinQr: 'QR-Code des Links zum Beitreten',
    copyLink: 'Link kopieren',
    newcomers: 'Neue',
    policies: { open: 'Herein', ask: 'Erst fragen', closed: 'Draußen' },
    policyHints: {
      open: 'Wer den Code hat, kommt herein.',
      ask: 'Du lässt alle Neuen selbst herein. Wer wiederkommt, muss nicht fragen.',
      closed: 'Nur wer schon hier war, kommt herein.',
    },
    waiting: (count) =>
      count === 1 ? 'Eine Person wartet auf Einlass' : `${count} Personen warten auf Einlass`,
    admit: 'Einlassen',
    admitOne: (name) => `${name} einlassen`,
    admitAll: 'Alle einlassen',
    refuse: 'Abweisen',
    refuseOne: (name) => `${name} nicht einlassen`,
    capacity: (here) => `${here} hier, Platz für`,
    capacityLabel: 'Platz für wie viele Personen',
    newCode: 'Neuer Code …',
    newCodeQuestion:
      'Der jetzige Code, der Link und der QR-Code gelten für Neue sofort nicht mehr. Wer hier ist, bleibt.',
    newCodeAction: 'Code ändern',

    leadTitle: 'Hände',
    freeze: 'Hände sperren',
    unfreeze: 'Hände freigeben',
    freezeHint: 'Öffnet alle Hände außer deinen; niemand kann greifen, bis du es erlaubst.',
    frozenNow: 'Die Hände sind gesperrt: Nur die Leitung kann Perlen halten.',
    releaseAll: 'Alle Hände öffnen',
    undo: 'Zurücksetzen widerrufen',
    nothingToUndo: 'Es gibt kein Zurücksetzen zu widerrufen.',
    pullLimit: 'So stark zieht eine Person höchstens',
    noPullLimit: 'keine Grenze',
    pullLimitHint: 'Alle Hände einer Person zusammen, damit niemand das Seil für alle wegschleudert.',

    rightsTitle: 'Die Klasse darf',
    rights: {
      grab: 'greifen',
      gust: 'Windstöße schicken',
      iterations: 'Iterationen einstellen',
      parameters: 'Einstellungen ändern',
      time: 'anhalten und Einzelschritte gehen',
      reset: 'zurücksetzen',
      scene: 'die Szene wechseln',
    },
    audiences: { everyone: 'alle', named: 'Benannte', hosts: 'nur Leitung' },
    namedOf: (count) => `Benannte: ${count}`,
    namedHint: 'Du benennst Personen in der Liste der Personen oder lässt das Los entscheiden.',
    draw: 'Wer greifen darf, nach Los',
    drawAction: 'Losen',
    away: 'Wenn keine Leitung da ist',
    awayPolicies: { carry_on: 'Weiter', freeze: 'Warten' },
    awayHints: {
      carry_on: 'Die Klasse darf, was sie jetzt darf.',
      freeze: 'Nach 5 Sekunden kann niemand etwas tun, bis wieder eine Leitung da ist.',
    },

    hideNames: 'Namen nur der Leitung zeigen',
    namedTag: (rights) => `benannt: ${rights.join(', ')}`,
    silent: (time) => `still seit ${time}`,
    skipped: (frames) => (frames === 1 ? '1 Bild ausgelassen' : `${frames} Bilder ausgelassen`),
    actionsFor: (name) => `Was mit ${name} geschehen soll`,
    nameOf: (name) => `Name von ${name}`,
    rename: 'Umbenennen',
    watchOnly: 'Darf nur zuschauen',
    coHost: 'Leitet mit',
    namedRights: 'Benannt für',
    removeFor: 'Entfernen für',
    duration: (minutes) =>
      minutes === 1
        ? 'eine Minute'
        : minutes % 60 !== 0
          ? `${minutes} Minuten`
          : minutes === 60
            ? 'eine Stunde'
            : `${minutes / 60} Stunden`,
    removeHint:
      'Das bindet den Browser, nicht die Person: Mit dem Code kommt ein anderer Browser wieder herein.',
    approveInstead: 'Neue nur einlassen, wenn ich zustimme',
    remove: (name) => `${name} entfernen …`,
    removeQuestion: (name, time) =>
      `${name} muss hinaus, und dieser Browser kommt so lange nicht wieder herein: ${time}.`,
    removeAction: 'Entfernen',

    messageTitle: 'Nachricht an alle',
    messageLabel: 'Nachricht an alle',
    messagePlaceholder: 'Alle sehen sie',
    sendMessage: 'Zeigen',
    clearMessage: 'Wegnehmen',

    keysTitle: 'Leitungslink und Ende',
    noHostKey: 'Eine andere Leitung hat dich dazu gemacht; den Leitungslink hat sie.',
    showHostLink: 'Leitungslink zeigen',
    hideHostLink: 'Leitungslink verbergen',
    hostLinkWarning:
      'Für dein eigenes Handy oder jemanden aus dem Kollegium. Wer ihn sieht, kann den Raum leiten: Zeig ihn nie der Klasse.',
    hostQr: 'QR-Code des Leitungslinks',
    hostLink: 'Leitungslink',
    end: 'Raum beenden …',
    endQuestion: 'Der Raum endet sofort für alle und lässt sich nicht wieder öffnen.',
    endAction: 'Für alle beenden',
  },

  wind: {
    title: 'Wind',
    gust: 'Windstoß',
    direction: 'Richtung des Windstoßes, von oben gesehen',
    blows: (where) => `Weht ${where}`,
    strength: 'Stärke',
    compass: [
      'nach rechts',
      'nach rechts und von dir weg',
      'von dir weg',
      'nach links und von dir weg',
      'nach links',
      'nach links und auf dich zu',
      'auf dich zu',
      'nach rechts und auf dich zu',
    ],
    away: 'fern',
    towards: 'nah',
    left: 'links',
    right: 'rechts',
  },

  solver: {
    title: 'Löser',
    iterationsHint: 'Mehr Durchgänge je Schritt machen die Glieder steifer.',
  },

  settings: {
    title: 'Einstellungen',
    rebuilds: 'Eine Änderung hier baut die Welt neu auf:',
    groups: { method: 'Verfahren', material: 'Material', ground: 'Boden', hands: 'Hände' },
    on: 'an',
    off: 'aus',
  },

  scene: {
    title: 'Szene',
    parameters: (scene) => `Parameter von ${scene}`,
    start: 'Szene starten',
    close: 'Schließen',
    atDefaults: 'Zurück zu den Vorgaben',
  },

  lenses: {
    title: 'Linsen',
    close: (lens) => `${lens} schließen`,
    waiting: 'Wartet auf Werte …',
    open: (scene) => `Szene ${scene} öffnen`,
    askHost: (scene) => `Bitte die Leitung um die Szene ${scene}.`,
    names: {
      catenary: 'Kettenlinse',
      wave: 'Wellenlinse',
      force: 'Kraftlinse',
      solver: 'Löserlinse',
    },
    hints: {
      catenary: 'Über einem hängenden Seil die Kurve, die die Theorie erwartet.',
      wave: 'Stehende Wellen: Antrieb, Knoten und Bäuche.',
      force: 'Dasselbe Seil, daneben mit expliziten Federn.',
      solver: 'Ein Schritt, langsam, von innen.',
    },
  },

  catenary: {
    none: 'Diese Linse braucht ein Seil zwischen zwei Befestigungen oder eine Brücke: Diese Szene hat beides nicht.',
    continuous: 'Kettenlinie',
    continuousHint: 'eine glatte Kette, y = a cosh(x/a)',
    discrete: 'Kettenlinie aus Gliedern',
    discreteHint: 'gerade Glieder mit einer Perle an jedem Gelenk',
    parabola: 'Parabel',
    parabolaHint: 'eine gleichmäßige Last über die Spannweite',
    a: 'a',
    h: 'Zug ÷ Gewicht einer Perle',
    sag: 'Durchhang hier',
    theorySag: 'Durchhang laut Theorie',
    error: 'Größter Abstand',
    still: 'Die Kurven passen zu einem Seil in Ruhe: Lass es ausschwingen.',
  },

  wave: {
    none: 'Diese Linse braucht ein Seil oder eine Saite: Diese Szene hat keins von beiden.',
    drive: 'Antrieb',
    noDrive: 'Nichts treibt diese Szene an, aber ihre Schwingungen werden gezeigt.',
    harmonics: 'Harmonische',
    harmonic: (n) => `f${'₀₁₂₃₄₅₆₇₈₉'[n] ?? n}`,
    driveAt: (n, hertz) => `Mit der ${n}. Harmonischen antreiben, ${hertz}`,
    later: 'Die Harmonischen finden sich nach einigen Sekunden Bewegung.',
    noHarmonics: 'Für die Harmonischen dieser Szene gibt es keine Formel.',
    node: 'Knoten: bewegt sich kaum',
    antinode: 'Bauch: schwingt am weitesten',
    envelope: 'Reichweite in der letzten Sekunde',
    magnified: (factor) => `quer ×${factor} gezeichnet`,
    found: (nodes, antinodes) => `Knoten: ${nodes} · Bäuche: ${antinodes}`,
    calm: 'Gerade schwingt nichts.',
    swing: 'Weitester Ausschlag',
    spectrum: 'Das Spektrum darunter zeigen',
  },

  force: {
    needs:
      'Diese Linse vergleicht zwei Seile, eines aus Bedingungen und eines aus expliziten Federn: Sie braucht die Szene Vergleich.',
    missing: 'Dieser Server bietet die Szene Vergleich nicht an.',
    position: 'Positionsbasiert',
    spring: 'Explizite Federn',
    over: (most) => `über ${most}`,
    cost: 'Zeit für einen Schritt',
    stretch: 'Größte Dehnung',
    burst: 'Die Federn sind explodiert. Am Rand der Welt wurden sie aufgefangen; das andere Seil läuft weiter.',
    stable: (hertz) =>
      `Beide gehen dieselben Schritte, ${hertz}. Mach die Federn steifer, bis sie explodieren.`,
  },

  stepper: {
    paused: 'In einen Schritt kann man nur hineinsehen, während der Raum angehalten ist.',
    mayNot: 'Bitte die Leitung anzuhalten.',
    pause: 'Raum anhalten',
    asking: 'Der nächste Schritt wird angesehen …',
    previous: 'Zurück',
    next: 'Weiter',
    play: 'Langsam abspielen',
    stop: 'Stopp',
    place: 'Stelle im Schritt',
    single: 'Korrekturen einzeln',
    doStep: 'Diesen Schritt tun',
    position: (at, of) => `${at} von ${of}`,
    scales: (motion, correction) => `Bewegungen ×${motion}, Pfeile ×${correction}`,
    incomplete:
      'Nur die ersten Durchgänge sind zu sehen: Der Schritt hat mehr Korrekturen, als Platz haben.',
    start: 'Vor dem Schritt',
    startText: (particles, h) =>
      `${particles} Teilchen stehen hier, jedes mit seiner Geschwindigkeit. Der Schritt dauert ${h}.`,
    predicted: 'Vorhersagen',
    predictedText: (motion, stretch) =>
      `Jedes Teilchen fliegt für sich weiter, mit seiner Geschwindigkeit und der Schwerkraft, bis zu ${motion} weit. Die Glieder hat niemand gefragt: Sie sind um bis zu ${stretch} gedehnt.`,
    sweep: (sweep, sweeps) => `Korrigieren: Durchgang ${sweep} von ${sweeps}`,
    sweepText: (count, error, correction) =>
      `${count} Korrekturen, eine nach der anderen. Die schlimmste Bedingung war um ${error} verletzt; die längste Korrektur ist ${correction}.`,
    correctionText: (kind, particles, wrong, correction) =>
      `${kind}, ${particles}: ${wrong}. Die Teilchen rücken entlang des Gradienten, der gestrichelten Linie, um bis zu ${correction}.`,
    tooLong: (length) => `${length} zu lang`,
    tooShort: (length) => `${length} zu kurz`,
    wrong: (error) => `um ${error} verletzt`,
    softly:
      'Alle Bedingungen dieses Schritts auf einmal: Von keiner einzelnen ist hier der Gradient zu sehen.',
    substep: (substep, substeps) => ` · Teilschritt ${substep} von ${substeps}`,
    particles: (numbers) =>
      numbers.length === 1 ? `Perle ${numbers[0]}` : `Perlen ${numbers.join(', ')}`,
    kinds: {
      link: 'Glied',
      floor: 'Kleinster Abstand',
      ceiling: 'Größter Abstand',
      tether: 'Halteleine',
      bend: 'Biegung',
      hinge: 'Scharnier',
      volume: 'Volumen',
      rail: 'Schiene',
      pair: 'Paar',
      hand: 'Hand',
      contact: 'Berührung',
      self: 'Berührung mit sich selbst',
      direct: 'Direkte Lösung',
    },
    final: 'Das Ergebnis behalten',
    finalText: (motion, stretch) =>
      `Wo die Korrekturen hinführten, sind die Teilchen jetzt, bis zu ${motion} von ihrem alten Ort. Die größte Dehnung, die bleibt, ist ${stretch}.`,
    velocities: 'Die Geschwindigkeiten ablesen',
    velocitiesText: (speed) =>
      `Geschwindigkeit = (Ort danach − Ort davor) ÷ h, bis zu ${speed}. Eine Kraft wurde nie berechnet.`,
  },

  plots: {
    title: 'Diagramme',
    names: { energy: 'Energie', stretch: 'Dehnung', spectrum: 'Spektrum' },
    close: (plot) => `Diagramm ${plot} schließen`,
    csv: 'CSV herunterladen',
    csvOf: (plot) => `CSV herunterladen: ${plot}`,
    failed: 'Die Diagramme lassen sich nicht laden.',
    time: 'Simulierte Zeit',
    frequency: 'Frequenz',
    amplitude: 'Amplitude',
    expected: 'Erwartete Harmonische',
    bead: 'Perle',
    empty: 'Noch nichts gemessen.',
    spectrumLater: 'Das Spektrum braucht einige Sekunden Bewegung.',
    now: (figures) => figures.join('; '),
    kinetic: 'Kinetisch',
    potential: 'Potenziell',
    total: 'Gesamt',
    mean: 'Mittel',
    largest: 'Größte',
  },

  burst: {
    happened: 'Die Federn sind explodiert: Explizite Federn sind nur bei kleinen Schritten stabil.',
    choose: 'Setz zurück oder wähl eine andere Schrittweise.',
    reset: 'Setz zurück, damit sie wieder laufen.',
    change: 'Wähl eine andere Schrittweise, damit es weitergeht.',
    wait: 'Die Leitung kann sie wieder in Gang setzen.',
    beside: 'Das Seil aus Federn ist explodiert und steht still; alles andere läuft weiter.',
  },

  time: {
    label: 'Zeit',
    play: 'Start',
    pause: 'Anhalten',
    step: 'Ein Schritt',
    stepOnlyPaused: 'Ein Schritt (wenn angehalten)',
    slow: 'Zeitlupe',
    slowNow: (times) => `Zeitlupe: ${times}-mal langsamer`,
    reset: 'Zurücksetzen',
  },

  readouts: {
    title: 'Messwerte',
    simulatedTime: 'Simulierte Zeit',
    step: 'Schritt',
    h: 'Schrittweite h',
    iterations: 'Iterationen',
    substeps: 'Teilschritte',
    more: 'Weitere Messwerte',
    meanStretch: 'Mittlere Dehnung',
    largestStretch: 'Größte Dehnung',
    roundTrip: 'Hin und zurück',
    drawn: 'Gezeichnet',
    frameMain: 'Arbeit je Bild',
    frameDrawing: 'Zeichenbefehle je Bild',
    budget: (spent, interval) => `${spent} von ${interval}`,
    received: 'Empfangen',
    lost: 'Ausgelassene Schritte',
    perSecond: (count) => `${count} /s`,
    unknown: '–',
  },

  quality: {
    title: 'Zeichnung',
    automatic: (quality) => `Automatisch (${quality})`,
    names: { full: 'voll', light: 'einfach', lightest: 'am einfachsten' },
    lighter: (quality, interval) =>
      `Zeichnung: ${quality}, damit dieses Gerät mitkommt; ${interval} je Bild.`,
    lost: 'Der Browser hat das Bild weggenommen. Es kommt wieder; der Raum läuft weiter.',
  },

  connection: {
    connecting: 'Verbinden …',
    live: (roundTrip) => (roundTrip === null ? 'Live' : `Live ${roundTrip}`),
    slow: (roundTrip) => `Langsam ${roundTrip}`,
    reconnecting: (attempt) => `Neu verbinden … ${attempt}`,
    offline: 'Offline',
    ended: 'Beendet',
    announceLive: 'Verbunden.',
    announceReconnecting: 'Verbindung verloren. Sie wird neu aufgebaut.',
    announceOffline: 'Dieses Gerät ist offline.',
  },

  endings: {
    elsewhere: {
      title: 'Du bist in einem anderen Fenster hier',
      text: 'Deinen Platz in diesem Raum hat ein anderer Tab oder ein anderes Fenster übernommen.',
      again: 'Hierher zurückkommen',
    },
    no_room: {
      title: 'Diesen Code hat kein Raum',
      text: (code) =>
        `Es gibt keinen Raum „${code}“. Prüf den Code, oder frag, wer ihn dir gegeben hat.`,
    },
    full: {
      title: 'Dieser Raum ist voll',
      text: 'Gerade ist kein Platz frei. Versuch es wieder, wenn jemand gegangen ist.',
      again: 'Noch einmal versuchen',
    },
    removed: {
      title: 'Die Leitung hat dich entfernt',
      text: 'Für einige Zeit kommst du nicht in diesen Raum zurück. Sprich mit der Person, die ihn leitet.',
    },
    ended: {
      title: 'Dieser Raum ist zu Ende',
      text: 'Er wurde für alle geschlossen, oder lange war niemand darin. Frag nach dem Code eines neuen.',
    },
    closed: {
      title: 'Dieser Raum nimmt keine Neuen auf',
      text: 'Die Leitung hat die Tür geschlossen. Bitte sie, sie zu öffnen, und versuch es dann noch einmal.',
      again: 'Noch einmal versuchen',
    },
    not_admitted: {
      title: 'Du wurdest nicht eingelassen',
      text: 'Die Leitung hat dich nicht in diesen Raum gelassen. Frag die Person, die ihn leitet.',
      again: 'Noch einmal fragen',
    },
    misunderstood: {
      title: 'Diese Seite und der Server verstehen sich nicht',
      text: 'Vielleicht wurde der Server erneuert. Meist hilft es, die Seite neu zu laden.',
      again: 'Neu laden',
    },
    removedFor: (time) => `Dieser Browser bleibt noch draußen: ${time}.`,
    otherCode: 'Anderer Code',
  },

  waiting: {
    title: 'Die Leitung wird gefragt, ob du herein darfst',
    text: 'Bleib auf dieser Seite: Der Raum öffnet sich von selbst. Dauert es lange, sag der Person Bescheid, die ihn leitet.',
  },

  blocked: {
    title: 'Dieses Netz sperrt WebSocket',
    text: 'Seiten dieses Servers laden hier, aber die laufende Verbindung zum Raum, ein WebSocket, kommt nicht zustande. Meist liegt es an einem Proxy oder einem Filter auf dem Weg.',
    ask: 'Worum du die IT bitten kannst',
    allow: 'Bitte WebSocket-Verbindungen (HTTP/1.1 Upgrade) durchlassen zu:',
    host: 'Host',
    port: 'Port',
    address: 'Adresse',
    encrypted:
      'Viele Netze lassen WebSocket nur verschlüsselt durch, auf Port 443. Wenn es so nicht erlaubt werden kann, bitte die Person, die diesen Server betreibt, ihn mit TLS auf Port 443 anzubieten.',
    elsewhere:
      'Oder tritt aus einem anderen Netz bei. Diese Seite versucht es weiter und macht dann von selbst weiter.',
    again: 'Jetzt versuchen',
  },

  check: {
    pageTitle: 'Netzprüfung · Ropewalk',
    title: 'Taugt dieses Netz für den Unterricht?',
    hint: 'Öffne diese Seite in dem Netz, das die Klasse benutzen wird, am besten auf einem ihrer Geräte. Sie lädt 4 MB und braucht einige Sekunden.',
    running: 'Wird geprüft …',
    overall: {
      good: 'Bereit für den Unterricht.',
      warn: 'Es wird gehen. Lies die Hinweise unten.',
      bad: 'Nicht bereit: Frag vor der Stunde die IT.',
    },
    levels: {
      running: 'Wird geprüft',
      good: 'Gut',
      warn: 'Hinweis',
      bad: 'Problem',
      todo: 'Noch zu tun',
    },
    again: 'Noch einmal prüfen',
    print: 'Blatt für die IT drucken',
    ask: 'Frag die IT:',
    socket: {
      title: 'Live-Verbindung (WebSocket)',
      open: 'Sie öffnet sich: Räume können hier live sein.',
      blocked: 'Seiten dieses Servers laden hier, aber ein WebSocket öffnet sich nicht. Meist liegt das an einem Proxy oder Filter auf dem Weg.',
      unreachable: 'Der Server antwortet nicht. Vielleicht ist er aus, oder dieses Gerät hat sein Netz verlassen.',
      lost: 'Sie öffnet sich, wird aber nach Sekunden getrennt oder still.',
      askLost: 'Welcher Filter, Proxy oder welches VPN beendet lange Verbindungen zu diesem Server? Bitte lasst WebSocket-Verbindungen stundenlang offen.',
    },
    trips: {
      title: 'Antwortzeit',
      figures: (median, worst, count) => `Median ${median}, längste ${worst}, bei ${count} Versuchen.`,
      good: 'Hände werden sofort folgen.',
      warn: 'Brauchbar, aber Hände werden manchmal hinterherhinken.',
      bad: 'Zu langsam: Hände werden ständig hinterherhinken.',
      none: 'Nicht gemessen, weil es keine Live-Verbindung gab.',
      ask: 'Kann der Server ins selbe Netz wie die Klasse und an ein Kabel? Liegt ein VPN oder ein ferner Proxy dazwischen?',
    },
    download: {
      title: 'Durchsatz',
      figure: (rate, bits) => `Diese Leitung bringt ${rate} (${bits}).`,
      good: (viewers) =>
        `Teilt die Klasse sie sich, reicht sie selbst beim großen Tuch für ${viewers} Zuschauende.`,
      warn: (rope, cloth) =>
        `Teilt die Klasse sie sich, reicht sie für ${rope} Zuschauende bei einem Seil, aber nur für ${cloth} beim großen Tuch.`,
      bad: (rope) => `Teilt die Klasse sie sich, trägt sie nur ${rope} Zuschauende bei einem Seil.`,
      basis: (frame, particles, viewers, rate, total) =>
        `Gerechnet mit ${frame} je Bild des Tuchs aus ${particles} Teilchen × ${viewers} Zuschauende × ${rate} Bilder je Sekunde = ${total}`,
      basisRope: (particles, total) => `; bei einem Seil aus ${particles} Teilchen ${total}.`,
      tooOften: 'Von dieser Adresse wurde die Leitung gerade zu oft gemessen. Versuch es in einer Minute noch einmal.',
      failed: 'Er konnte nicht gemessen werden.',
      ask: 'Wie viele Geräte teilen sich diesen Zugangspunkt? Kann die Klasse einen eigenen haben, mit 5 GHz, und der Server ein Kabel?',
    },
    address: {
      title: 'Adresse',
      same: (url) => `Alle können die Adresse dieser Seite benutzen: ${url}.`,
      other: (url, named) =>
        `Diese Seite kam über ${url}; der Server selbst nennt ${named}. Wenn die erste bei anderen nicht geht, versucht die zweite.`,
      on_the_server: (named) =>
        `Diese Seite ist auf dem Rechner des Servers selbst geöffnet; die Ergebnisse gelten also nur für ihn. Andere benutzen ${named}: Prüf von dort aus.`,
      only_local: 'Der Server antwortet nur dem eigenen Rechner: Niemand sonst kann beitreten.',
      askLocal: 'Wer den Server betreibt: Starte ihn ohne --listen 127.0.0.1.',
      failed: 'Der Server hat seine Adressen nicht genannt.',
    },
    webgl: {
      title: 'Zeichnen (WebGL 2)',
      hardware: 'Dieses Gerät zeichnet mit seinem Grafikchip.',
      software: 'Dieses Gerät zeichnet ohne Grafikchip. Das geht, aber große Szenen werden einfacher gezeichnet.',
      none: 'Dieser Browser kann die Szenen nicht zeichnen: Er hat kein WebGL 2.',
      askSoftware: 'Bitte erlaubt in den Browsern der Klasse die Hardwarebeschleunigung.',
      askNone: 'Bitte stellt einen aktuellen Firefox, Chrome, Edge oder Safari bereit, mit erlaubtem WebGL.',
    },
    isolation: {
      title: 'Erreichen sich die Geräte im WLAN?',
      todo: 'Öffne diese Seite auf einem Handy im WLAN der Klasse:',
      qr: 'QR-Code der Adresse dieser Seite für andere',
      question: 'Hat sie auf dem Handy geladen?',
      answers: { untried: 'Nicht versucht', yes: 'Ja', no: 'Nein' },
      yes: 'Ein Handy im WLAN erreicht den Server.',
      no: 'Wenn dieses Gerät sie laden kann und das Handy nicht, trennt das WLAN seine Geräte voneinander. Das heißt Client-Isolation oder AP-Isolation.',
      ask: (host, port) =>
        `Bitte lasst die Geräte in diesem WLAN ${host} auf Port ${port} (TCP) erreichen: Schaltet die Client-Isolation dafür aus, oder stellt den Server an ein Kabel, das vom WLAN aus erreichbar ist.`,
      noAddress: 'Es gibt keine Adresse, die ein Handy benutzen könnte: siehe „Adresse“.',
    },
    sheet: {
      title: 'Ropewalk: was die Klasse vom Netz braucht',
      lead: 'Eine Klasse wird diesen Server aus ihren Browsern benutzen. Seiten kommen über HTTP, das lebende Bild über einen WebSocket, der die ganze Stunde offen bleibt. Sonst wird nichts angesprochen: keine Dritten, kein Konto, kein Cookie.',
      server: 'Server',
      host: 'Host',
      port: 'Port',
      tls: 'Verschlüsselt (TLS)',
      yes: 'ja',
      no: 'nein',
      path: 'Pfad des WebSockets',
      socket: 'Adresse des WebSockets',
      needs: 'Durchsatz für 30 Zuschauende',
      needsFigures: (cloth, rope) => `${cloth} für ein großes Tuch, ${rope} für ein Seil`,
      results: 'Was gefunden wurde',
      date: 'Datum',
      browser: 'Browser',
      allow: 'Bitte erlauben',
      allows: (host, port, socket) => [
        `TCP von den Geräten der Klasse zu ${host}, Port ${port}.`,
        `HTTP/1.1-Upgrade zu WebSocket bei ${socket}: kein Proxy, der es entfernt, selbst beantwortet oder nach Minuten beendet.`,
        'Die Geräte im WLAN dürfen diesen Server erreichen (keine Client-Isolation ihm gegenüber).',
      ],
      unencrypted:
        'Wenn Filter WebSocket nur verschlüsselt durchlassen: Wer den Server betreibt, kann ihn mit TLS auf Port 443 anbieten.',
    },
  },

  refusals: {
    not_allowed: 'Das hat die Leitung hier nicht erlaubt.',
    frozen: 'Die Hände sind gerade gesperrt.',
    watching: 'Du darfst hier nur zuschauen.',
    host_away: 'Nicht, solange die Leitung weg ist.',
    too_fast: 'Das war zu schnell. Warte einen Moment.',
    busy: 'Der Server ist beschäftigt. Versuch es noch einmal.',
    pinned: 'Was befestigt ist, lässt sich nicht greifen.',
    too_many_hands: 'Keine Hand ist frei.',
    too_many_probes:
      'In diesem Raum werden schon vier Perlen betrachtet; das Spektrum zeigt hier keine davon.',
    not_paused: 'Das geht nur, während der Raum angehalten ist.',
    too_many_gusts: 'Genug Wind für jetzt. Warte, bis ein Windstoß vorbei ist.',
    bad_key: 'Der Leitungsschlüssel stimmt nicht, darum bist du als Gast hier.',
    no_such_member: 'Diese Person ist nicht mehr hier.',
    nothing_to_undo: 'Es gibt kein Zurücksetzen zu widerrufen.',
    bad_name: 'Dieser Name geht nicht.',
  },

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
