/** What is said about taking a seat and inviting to one: a part of the texts, and nothing takes it from here but they. */

export const SEATING = {
  invite: {
    heading: "Invite",
    once: "An invitation works once. Whoever opens it first can take the seat, and gets a link that nobody else has, not even you.",
    wait: "You can close this and begin; the invitation stays here, in this browser, under Invite.",
    link: (/** @type {string} */ seat) => `Invitation for ${seat}`,
    another: "Make another",
    anotherAbout: "The one above then holds no more.",
    withdraw: "Withdraw",
    withdrawn: "Nobody is invited to this seat now.",
    again: "Invite somebody",
    key: "A link is the key of its seat: whoever opens it plays there, so send it to that player alone.",
    keyOf: (/** @type {string} */ seat) => `Link of ${seat}`,
    own: "Your own seat on another device",
    ownAbout: "Open this link there. It is your key: keep it to yourself. If somebody else may have seen it, renew it: the old link then opens nothing, here or elsewhere.",
    renew: "Renew",
    renewOf: (/** @type {string} */ seat) => `Renew the link of ${seat}`,
    watch: "To watch",
    watchAbout: "This address has no key in it. Anyone may have it: a watcher sees what is open to all, and no hand.",
  },

  reach: {
    nobody: (/** @type {string} */ host) => `${host} means “this machine” on every machine, so a friend elsewhere can't open this link. Stop the server and start it again for others:`,
    command: "berlin serve --host 0.0.0.0",
    kept: "The table is kept meanwhile. Then invite again: the link will name an address that others in your network reach.",
    network: (/** @type {string} */ host) => `The link names this machine as others in your network reach it: ${host}. Who is elsewhere can't open it.`,
    more: (/** @type {string[]} */ hosts) => `If it doesn't open there, put one of these in its place: ${hosts.join(", ")}.`,
    anywhere: (/** @type {string} */ host) => `A friend can open it if his machine reaches ${host}, as yours does.`,
  },

  claim: {
    heading: "You are invited",
    offer: (/** @type {string} */ seat, /** @type {string} */ game) => `${game}: the seat of ${seat} is kept for you.`,
    about: "Taking it makes a link that is yours alone, kept in this browser. The invitation then holds no more.",
    both: (/** @type {string} */ seats) => `In this browser you hold ${seats} already. Take this seat too only if you want to play both sides: the invitation is used up by it.`,
    take: (/** @type {string} */ seat) => `Take the seat of ${seat}`,
    watch: "Only watch",
    lost: "The server was not reached. Try again: if the seat was given to you, it stays yours.",
    used: "You can watch, or ask whoever invited you for another.",
  },
};
