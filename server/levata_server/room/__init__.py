"""The room: one table as a pure state machine. No event loop, no clock, no disk.

The parts
---------
A `room.Room` owns its parts. Each has a state of its own that nobody else writes; whoever needs to
know something asks the part that owns it. ::

    room.Room               whether the table is closed; gives each input to the right part
      requests.Requests     what persons may ask for, and the refusals; when everybody nudged last
      people.People         coming, going, seats and ownership; whether the room is idle
      publisher.Publisher   what everybody was sent last of the table and the game
        hands.HandsPublisher     and watchers of the hands
      matches.Matches       the match begun last
        running.RunningMatch     its phase, whether its hands are open, who gave up his seat
          levata.match.Match     the state of the rules and the record
          decisions.Decisions    who must decide now, the clocks, reserves, timeouts in a row
          votes.Votes            open motions and who agreed
      seating.Seating       seats, who is present, addresses, the owner
      effects.Effects       what the input being handled leads to, and the time at which it came
      terms.Terms           configuration, policy and options, which never change

The arrows go down this list: a part knows those below it. `Seating`, `Decisions` and `Votes` say
nothing by themselves; what is logged and told is said by those above them.

The way of an input
-------------------
`Room.handle` gives an `inputs.Input` to the part that is concerned. That changes its state and
writes `effects` in their order, log entries among them. A step of the match is published at once;
then `Room` carries out what is forced. At the end of every input the match asks for what it waits
for, and `Publisher.publish` compares what everybody should see with what he was sent last: nobody
has to remember to say what has changed.

The log holds `entries`. The ``take`` method of the part that is concerned does what an entry says,
in a live room right after it was recorded and again when a room is restored. Only steps of the
match are logged after they were taken, because the rules may refuse them.

Where to add
------------
- A request: the message in `levata.protocol.messages`; a case and a method in `Requests`.
- A log entry: a struct in `entries` and in its union; a case in ``take`` of the part whose state it
  changes, and in `Room.replay`.
- A field of the table document: `levata.protocol.documents.TableDocument`, and
  `Publisher.table_document`, which reads it from the part that owns it. It is sent when it differs.
- An input or an effect: a struct in `inputs` or `effects`, and a case in `Room.handle` or in the
  shell that carries effects out, `levata_server.hall.actor`.
"""
