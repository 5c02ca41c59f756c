"""What the database holds and decides: leases, epochs, and commits that carry them.

Three things are decided here and nowhere else, each in one statement and by this clock alone:
whether a node lives (``renew``), who writes a table (``claim``), and whether a change of a table is
still its writer's to make (``put``). A statement is a transaction, so that none is ever open while
a node does something else, or is stopped.

A replica that takes over, or a backup that is put back, may lack what was stored last. What nodes
remember is of no use then: every table is claimed anew and read (``life``).

Migrations add first and remove a release later: two versions of Tatami run side by side while a
house is upgraded node by node.
"""

from __future__ import annotations

from typing import Final

SCHEMA: Final = "tatami"

TABLES: Final = """
-- Which life of this database it is: another one since a replica took over, or since a backup was
-- put back.
CREATE FUNCTION life() RETURNS int LANGUAGE sql STABLE AS
    $$ SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int $$;

CREATE TABLE node(
    incarnation bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL, address text NOT NULL, rules text[] NOT NULL,
    began timestamptz NOT NULL, renewed timestamptz NOT NULL, until timestamptz NOT NULL,
    leaving boolean NOT NULL DEFAULT false
);
CREATE INDEX node_by_name ON node(name);
CREATE TABLE person(id text PRIMARY KEY, name text NOT NULL, seen bigint NOT NULL);
CREATE INDEX person_by_seen ON person(seen);
CREATE TABLE seating(
    id text PRIMARY KEY, code text NOT NULL, state text NOT NULL, private boolean NOT NULL,
    touched bigint NOT NULL, rules text NOT NULL, paper text NOT NULL,
    owner bigint, epoch bigint NOT NULL DEFAULT 0, freed timestamptz,
    life int NOT NULL DEFAULT life()
) WITH (fillfactor=70);
CREATE UNIQUE INDEX seating_by_code ON seating(code) WHERE state IN ('open', 'playing');
CREATE INDEX seating_by_state ON seating(state, touched);
CREATE INDEX seating_by_owner ON seating(owner) WHERE owner IS NOT NULL;
CREATE TABLE sitter(person text NOT NULL, seating text NOT NULL, PRIMARY KEY(person, seating));
CREATE INDEX sitter_by_seating ON sitter(seating);
CREATE TABLE move(
    seating text NOT NULL, seq int NOT NULL, at bigint NOT NULL, line text NOT NULL,
    streams text NOT NULL, asked text, epoch bigint NOT NULL, PRIMARY KEY(seating, seq)
);
CREATE TABLE deadline(
    seating text PRIMARY KEY, due bigint NOT NULL, total bigint NOT NULL, turn int NOT NULL,
    revision int NOT NULL, began bigint NOT NULL
) WITH (fillfactor=70);
CREATE INDEX deadline_by_due ON deadline(due);
CREATE TABLE link(
    digest bytea PRIMARY KEY, seating text NOT NULL, seat int NOT NULL, until bigint NOT NULL
);
CREATE INDEX link_by_seating ON link(seating);
CREATE TABLE void(
    seating text NOT NULL, start int NOT NULL, host text NOT NULL, at bigint NOT NULL,
    PRIMARY KEY(seating, start)
);
CREATE INDEX void_by_host ON void(host);
CREATE TABLE key(
    public text PRIMARY KEY, private text NOT NULL, made bigint NOT NULL, retired bigint NOT NULL
);
CREATE UNIQUE INDEX key_that_signs ON key((true)) WHERE retired = 0;
CREATE TABLE wish(
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text NOT NULL, which text NOT NULL
);
"""

LEASES: Final = """
CREATE FUNCTION ms(at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS
    $$ SELECT (extract(epoch FROM at) * 1000)::bigint $$;

CREATE FUNCTION lives(which bigint) RETURNS boolean LANGUAGE sql VOLATILE AS
    $$ SELECT EXISTS(SELECT 1 FROM node WHERE incarnation = which
        AND until > clock_timestamp()) $$;

-- A node comes, or comes back: null while another process lives under its name. Where nobody lived,
-- the time of that is given back to tables at rest; all others get theirs when they are claimed.
CREATE FUNCTION register(
    called text, at_address text, has text[], ttl float, former bigint,
    OUT me bigint, OUT now_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE silent bigint; now_at timestamptz;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('tatami register'));
    now_at := clock_timestamp();
    now_ms := ms(now_at);
    IF EXISTS(SELECT 1 FROM node WHERE name = called AND until > now_at
            AND incarnation IS DISTINCT FROM former) THEN
        RETURN;
    END IF;
    UPDATE node SET until = now_at WHERE incarnation = former AND until > now_at;
    IF NOT EXISTS(SELECT 1 FROM node WHERE until > now_at) THEN
        SELECT now_ms - ms(max(renewed)) INTO silent FROM node;
        UPDATE deadline d SET due = due + silent, began = began + silent FROM seating s
            WHERE silent > 0 AND s.id = d.seating AND s.owner IS NULL AND s.freed IS NULL;
    END IF;
    DELETE FROM node n WHERE n.renewed < now_at - interval '90 days'
        AND NOT EXISTS(SELECT 1 FROM seating WHERE owner = n.incarnation);
    INSERT INTO node(name, address, rules, began, renewed, until)
        VALUES(called, at_address, has, now_at, now_at, now_at + ttl * interval '1 s')
        RETURNING incarnation INTO me;
END $$;

-- A lease that has run out never comes back.
CREATE FUNCTION renew(me bigint, ttl float, OUT held boolean, OUT now_ms bigint)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE node SET renewed = clock_timestamp(), until = clock_timestamp() + ttl * interval '1 s'
        WHERE incarnation = me AND until > clock_timestamp();
    held := FOUND;
    now_ms := ms(clock_timestamp());
END $$;

-- Become the only writer of a table. Its row is locked first: a commit under way is waited for, and
-- one that comes later carries an old epoch. Who is dead is dead for a node that has lived for a
-- lease itself, so that nobody is declared dead because the database was away; and at once for one
-- of the same name. In a new life of the database its epoch leaps: a claim that was lost with the
-- former life cannot come again.
CREATE FUNCTION claim(which text, me bigint, ttl float, expected bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE s seating; mine node; theirs node; silent bigint := 0; now_at timestamptz;
    risen bigint;
BEGIN
    SELECT * INTO s FROM seating WHERE id = which FOR NO KEY UPDATE;
    IF NOT FOUND OR s.epoch IS DISTINCT FROM coalesce(expected, s.epoch) THEN RETURN NULL; END IF;
    now_at := clock_timestamp();
    SELECT * INTO mine FROM node WHERE incarnation = me AND until > now_at AND NOT leaving;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF s.owner IS NULL THEN
        silent := coalesce(ms(now_at) - ms(s.freed), 0);
    ELSIF s.owner <> me THEN
        SELECT * INTO theirs FROM node WHERE incarnation = s.owner;
        IF theirs.until > now_at THEN RETURN NULL; END IF;
        IF theirs.name <> mine.name AND mine.began + ttl * interval '1 s' > now_at THEN
            RETURN NULL;
        END IF;
        silent := coalesce(ms(now_at) - ms(theirs.renewed), 0);
    END IF;
    risen := CASE s.life WHEN life() THEN s.epoch + 1
        ELSE greatest((s.epoch >> 32) + 1, life()) << 32 END;
    UPDATE seating SET owner = me, epoch = risen, freed = NULL, life = life() WHERE id = which;
    IF silent > 0 THEN
        UPDATE deadline SET due = due + silent, began = began + silent WHERE seating = which;
    END IF;
    RETURN risen;
END $$;

-- Let others have tables. The epoch rises: what is still under way is fenced.
CREATE FUNCTION release(held jsonb, me bigint, gone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF gone THEN UPDATE node SET leaving = true WHERE incarnation = me AND NOT leaving; END IF;
    UPDATE seating s SET owner = NULL, epoch = s.epoch + 1,
            freed = CASE WHEN gone THEN clock_timestamp() END
        FROM jsonb_each_text(held) h WHERE s.id = h.key AND s.epoch = h.value::bigint;
END $$;
"""

COMMITS: Final = """
-- A sign of life alone is a write that changes nothing: it shows whether anything can be written.
-- All that waits at a node in one statement: jobs = [{"t": table, "e": epoch, "c": [[kind, ...]]}].
-- Of each job it tells whether it was stored (''), or nothing of it was: 'fenced' where another
-- has the table, or the database is in another life; 'clash' where what it would make is there
-- already or what it would use up is gone. What else is wrong with one breaks all of them; they are
-- then tried one by one: TA002 where who clears tables away is dead, TA003 where a job would change
-- another table than the one that it holds. A table goes only while it is as idle as it was when it
-- was looked for; one that somebody is changing now is not.
CREATE OR REPLACE FUNCTION put(jobs jsonb, me bigint) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE j jsonb; c jsonb; told text[] := '{}'; word text; used boolean; hit boolean;
BEGIN
    FOR j IN SELECT value FROM jsonb_array_elements(jobs) LOOP
        word := '';
        used := false;
        IF j->>'t' IS NOT NULL THEN
            PERFORM 1 FROM seating WHERE id = j->>'t' AND epoch = (j->>'e')::bigint
                AND life = life() FOR NO KEY UPDATE;
            IF NOT FOUND THEN word := 'fenced'; END IF;
        END IF;
        IF word = '' THEN
            FOR c IN SELECT value FROM jsonb_array_elements(j->'c') LOOP
                IF c->>(CASE c->>0 WHEN 'link' THEN 2 ELSE 1 END) IS DISTINCT FROM j->>'t'
                    AND c->>0 IN ('move', 'deadline', 'no deadline', 'table', 'link') THEN
                    RAISE EXCEPTION USING ERRCODE = 'TA003';
                END IF;
                hit := true;
                CASE c->>0
                WHEN 'move' THEN
                    INSERT INTO move VALUES(c->>1, (c->>2)::int, (c->>3)::bigint, c->>4, c->>5,
                        c->>6, (j->>'e')::bigint);
                WHEN 'deadline' THEN
                    INSERT INTO deadline VALUES(c->>1, (c->>2)::bigint, (c->>3)::bigint,
                        (c->>4)::int, (c->>5)::int, (c->>6)::bigint)
                    ON CONFLICT(seating) DO UPDATE SET due = excluded.due, total = excluded.total,
                        turn = excluded.turn, revision = excluded.revision, began = excluded.began;
                WHEN 'no deadline' THEN DELETE FROM deadline WHERE seating = c->>1;
                WHEN 'new table' THEN
                    INSERT INTO seating(id, code, state, private, touched, rules, paper)
                        VALUES(c->>1, c->>2, c->>3, (c->>4)::boolean, (c->>5)::bigint, c->>6, c->>7)
                        ON CONFLICT DO NOTHING;
                    hit := FOUND;
                    IF hit THEN
                        INSERT INTO sitter SELECT value, c->>1 FROM jsonb_array_elements_text(c->8)
                            ON CONFLICT DO NOTHING;
                    END IF;
                WHEN 'table' THEN
                    UPDATE seating SET code = c->>2, state = c->>3, private = (c->>4)::boolean,
                        touched = (c->>5)::bigint, rules = c->>6, paper = c->>7 WHERE id = c->>1;
                    DELETE FROM sitter WHERE seating = c->>1
                        AND NOT c->8 @> to_jsonb(sitter.person);
                    INSERT INTO sitter SELECT value, c->>1 FROM jsonb_array_elements_text(c->8)
                        ON CONFLICT DO NOTHING;
                WHEN 'drop table' THEN
                    IF NOT lives(me) THEN RAISE EXCEPTION USING ERRCODE = 'TA002'; END IF;
                    PERFORM 1 FROM seating WHERE id = c->>1 FOR UPDATE SKIP LOCKED;
                    IF NOT FOUND THEN CONTINUE; END IF;
                    -- its row is locked: what is seen from here on is the last that happened
                    DELETE FROM seating s WHERE id = c->>1
                        AND (owner IS NULL OR owner = me OR NOT lives(owner))
                        AND coalesce(c->2, '["open", "over", "closed"]') ? state
                        AND coalesce((c->>3)::bigint, ms(clock_timestamp())) > greatest(touched,
                            (SELECT at FROM move WHERE seating = s.id ORDER BY seq DESC LIMIT 1));
                    IF FOUND THEN
                        DELETE FROM sitter WHERE seating = c->>1;
                        DELETE FROM move WHERE seating = c->>1;
                        DELETE FROM deadline WHERE seating = c->>1;
                        DELETE FROM link WHERE seating = c->>1;
                    END IF;
                WHEN 'person' THEN
                    INSERT INTO person VALUES(c->>1, c->>2, (c->>3)::bigint)
                    ON CONFLICT(id) DO UPDATE SET name = excluded.name, seen = excluded.seen;
                WHEN 'link' THEN
                    INSERT INTO link VALUES(decode(c->>1, 'hex'), c->>2, (c->>3)::int,
                        (c->>4)::bigint);
                WHEN 'use link' THEN
                    DELETE FROM link WHERE digest = decode(c->>1, 'hex');
                    hit := FOUND;
                WHEN 'void' THEN
                    INSERT INTO void VALUES(c->>1, (c->>2)::int, c->>3, (c->>4)::bigint)
                    ON CONFLICT(seating, start) DO UPDATE SET host = excluded.host,
                        at = excluded.at;
                WHEN 'key' THEN
                    INSERT INTO key VALUES(c->>1, c->>2, (c->>3)::bigint, (c->>4)::bigint)
                    ON CONFLICT(public) DO UPDATE SET private = excluded.private,
                        made = excluded.made, retired = excluded.retired;
                WHEN 'use wish' THEN
                    DELETE FROM wish WHERE number = (c->>1)::bigint;
                    hit := FOUND;
                WHEN 'alive' THEN
                    UPDATE node SET leaving = leaving WHERE incarnation = me;
                WHEN 'idle people' THEN
                    DELETE FROM person WHERE seen < (c->>1)::bigint
                        AND NOT EXISTS(SELECT 1 FROM sitter WHERE sitter.person = person.id);
                    DELETE FROM void WHERE at < coalesce(c->>2, c->>1)::bigint;
                WHEN 'dead links' THEN DELETE FROM link WHERE until < (c->>1)::bigint;
                END CASE;
                IF NOT hit THEN
                    IF used THEN RAISE EXCEPTION USING ERRCODE = 'TA001'; END IF;
                    word := 'clash';
                    EXIT;
                END IF;
                used := true;
            END LOOP;
        END IF;
        told := told || word;
    END LOOP;
    RETURN told;
END $$;
"""

LOWEST: Final = """
-- The lowest version of Tatami's own that can still work with what is here now.
ALTER TABLE version ADD COLUMN least int NOT NULL DEFAULT 1;
"""

KEYS: Final = """SELECT public, private, made, retired FROM key
ORDER BY retired <> 0, made DESC, public"""
"""The keys of the house, the one that signs first. Columns are named wherever they are read, as a
newer version may have added some."""

MIGRATIONS: Final = (TABLES + LEASES + COMMITS, LOWEST + COMMITS, COMMITS)
"""How a database gets from each version to the next; a new one goes through all of them."""
LEAST: Final = 1
"""Nodes that know so many of these steps can work with what all of them have made: a step that only
adds leaves it as it is, so that the old nodes of a house that is upgraded can even start again."""
