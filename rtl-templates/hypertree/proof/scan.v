// scan: packet_scan.v grants what compiler/machines/hypertree/node.h says, queue by queue; and a head waits for two groups.
//
//   An arbitrary neighbourhood: any heads, any ways, any room, a reset at any time. Beside the circuit runs the contract as
//   node.h words it: which queue comes i-th, whether its head is granted, who is a member, which lanes are reserved. By
//   induction both agree in all clocks. So no output port and no input port is granted twice in a scan, nothing
//   without a head or room behind its lane, and each queue comes once in each scan.
//
//   WAITS: a head of queue `mine` waits for lane `wanted`, as often as it is passed over. Meanwhile another queue, any other,
//   is granted that lane twice at most: once among the members that were before it, and once beside it. What it needs is that a
//   head stays and wants the same lane until it is granted (monitor queue.v, and the route has no memory).
//! fixed CLOCKS
//! given FRAME
//! subject "scan_{PORT_OF in hex}_{CLASS_OF in hex}"
//! what "scan of {QUEUES} queues at {PORTS} ports"
//! steps 5
//! skip 4
//! cells 200
//! watches still
//! expose members
//! expose left
//! expose reserved
//! expose open
//! expose frames
//! expose ring
//! expose active
//! expose of_faults.begun when DETOURS
//! expose of_faults.dropped when DETOURS
//! show parts "claims that held, of 0 to 8"
//! show clock_shown "bits of the clock in the frame"
//! proves packet_scan as grants
//! claim "grants as specified: once a port, with a head and room, members first"
//! bind WAITS = 0
//! proves packet_scan as waits
//! claim "while a head waits for its lane, another queue gets it at most twice"
//! bind WAITS = 1
`default_nettype none

module scan #(
    parameter QUEUES   = 6,
    parameter PORTS    = 5,
    parameter [47:0] PORT_OF  = 48'o433210,
    parameter [15:0] CLASS_OF = 16'b010000,
    parameter ROW_BITS = 4,
    parameter FRAME    = 12,
    parameter DETOURS  = 0,
    parameter WAITS    = 0,
    parameter CLOCKS   = 4              // of the induction
) (
    input  wire                clk,
    // free in every clock
    input  wire                rst,
    input  wire [QUEUES-1:0]   any_there,
    input  wire [(8+4*DETOURS)*PORTS-1:0] headers,
    input  wire [QUEUES-1:0]   room,
    input  wire [2:0]          any_way,
    input  wire                any_class, any_stay, any_drop,
    input  wire [4:0]          changes,
    input  wire [3:0]          any_mine, any_other, any_wanted,
    // the claim, and values to show if it fails
    output wire                ok,
    output wire [8:0]          parts,
    output wire [4:0]          clock_shown
);
    localparam LINKS = QUEUES - 1, OWN = QUEUES - 1, H = 8 + 4 * DETOURS;

    // ---- the clocks, as packet_frame.v gives them (monitor frames.v)
    reg       begun;
    reg       fresh, live, silent;              // fresh: the clock behind a reset. live: from frame 1 on
    reg [6:0] clock;
    reg [3:0] turn, own_turn;                   // frame modulo LINKS, and modulo QUEUES

    always @(posedge clk) begin
        fresh <= rst;
        clock <= clock == FRAME - 1 ? 7'd0 : clock + 7'd1;
        if (clock == FRAME - 3)
            silent <= 1'b0;
        if (clock == FRAME - 1) begin
            live     <= 1'b1;
            turn     <= turn == LINKS - 1 ? 4'd0 : turn + 4'd1;
            own_turn <= own_turn == QUEUES - 1 ? 4'd0 : own_turn + 4'd1;
        end
        if (rst) begin
            begun    <= 1'b1;
            live     <= 1'b0;
            silent   <= 1'b1;
            clock    <= 7'd0;
            turn     <= 4'd0;
            own_turn <= 4'd0;
        end
    end

    // ---- the circuit
    wire [QUEUES-1:0] here, sent, members, left, reserved, open, frames;
    wire [LINKS-1:0]  ring;
    wire [PORTS-1:0]  granted;
    wire [H-1:0]      header;
    wire [2:0]        number;
    wire [4:0]        control;
    wire              own, active, in_class_1, detoured, lost, lost_soon;
    wire [2:0]        way   = any_way < PORTS ? any_way : 3'd0;
    wire              stay  = DETOURS != 0 && any_stay, drop = DETOURS != 0 && any_drop && !any_stay;
    wire [PORTS-1:0]  route = stay || drop ? {PORTS{1'b0}} : {{PORTS-1{1'b0}}, 1'b1} << way;
    wire [QUEUES-1:0] there, begun_here;

    reg               class_1_due, detoured_due, due_lost, due_lost_soon;
    reg  [QUEUES-1:0] due_begun;                // heads that have begun a detour here
    generate
        if (DETOURS != 0) begin : detours
            circuit circuit (
                .clk(clk), .rst(rst), .silent(silent), .row(clock[ROW_BITS-1:0]), .copy(clock == FRAME - 2),
                .first(clock == 7'd0), .head(clock == 7'd1), .look(clock == 7'd3), .here(here), .there(there),
                .headers(headers), .sent(sent), .room(room), .header(header), .in_class_1(in_class_1), .detoured(detoured),
                .route(route), .class_1(any_class), .stay(stay), .drop(drop), .changes(changes), .lost(lost),
                .granted(granted), .number(number), .own(own), .control(control), .members(members), .left(left),
                .reserved(reserved), .open(open), .frames(frames), .ring(ring), .active(active),
                .\of_faults.begun (begun_here), .\of_faults.dropped (lost_soon)
            );
        end else begin : no_detours
            circuit circuit (
                .clk(clk), .rst(rst), .silent(silent), .row(clock[ROW_BITS-1:0]), .copy(clock == FRAME - 2),
                .first(clock == 7'd0), .head(clock == 7'd1), .look(clock == 7'd3), .here(here), .there(there),
                .headers(headers), .sent(sent), .room(room), .header(header), .in_class_1(in_class_1), .detoured(detoured),
                .route(route), .class_1(any_class), .stay(stay), .drop(drop), .changes(changes), .lost(lost),
                .granted(granted), .number(number), .own(own), .control(control), .members(members), .left(left),
                .reserved(reserved), .open(open), .frames(frames), .ring(ring), .active(active)
            );
            assign {begun_here, lost_soon} = {due_begun, due_lost_soon};
        end
    endgenerate

    // ---- the contract
    // Queue i of a scan.
    function [3:0] queue_at;
        input [6:0] i;
        input [3:0] turn, own_turn;
        reg   [6:0] k;
        begin
            k = own_turn == QUEUES - 1 ? turn + i - 7'd1 : turn + i;
            if (own_turn == QUEUES - 1 ? i == 0 : i == LINKS)
                queue_at = OWN;
            else
                queue_at = k >= LINKS ? k - LINKS : k;
        end
    endfunction

    function [2:0] port_of;
        input [3:0] queue;
        port_of = PORT_OF[3*queue +: 3];
    endfunction

    // The lane of a port for a packet of this class there; a port with one class has one lane.
    function [3:0] lane_of;
        input [2:0] port;
        input       class_1;
        integer     k;
        begin
            lane_of = 4'd0;
            for (k = 0; k < QUEUES; k = k + 1)
                if (port_of(k) == port && (!CLASS_OF[k] || class_1))
                    lane_of = k;
        end
    endfunction

    wire              visits  = clock >= 7'd2 && clock < 7'd2 + QUEUES;
    wire              checks  = clock >= 7'd4 && clock < 7'd4 + QUEUES;
    wire [3:0]        visited = queue_at(clock - 7'd2, turn, own_turn);
    wire [3:0]        queue   = queue_at(clock - 7'd4, turn, own_turn);
    reg               there_1, there_2;
    reg               stay_2, drop_2;           // the head begins a detour, is dropped
    reg  [4:0]        due_control;
    reg  [3:0]        lane;
    reg  [H-1:0]      due_header;
    reg  [QUEUES-1:0] due_sent, due_members, due_left, due_reserved, seen;
    reg  [PORTS-1:0]  given;                    // output ports that have been granted in this scan
    reg               taken;                    // another queue of the input port has been granted
    integer           q;

    always @* begin
        taken = 1'b0;
        for (q = 0; q < QUEUES; q = q + 1)
            if (due_sent[q] && q != queue && port_of(q) == port_of(queue))
                taken = 1'b1;
    end

    wire              is_member  = due_members[queue];
    wire              may_have   = !due_reserved[lane] || is_member;
    wire              is_there   = checks && there_2;
    wire              has_lane   = !stay_2 && !drop_2;
    wire              grant      = is_there && has_lane && may_have && seen[lane] && !given[port_of(lane)] && !taken;
    wire              stays      = is_there && has_lane && may_have && !grant;
    wire              dropped    = is_there && drop_2 && !taken;
    wire              leaving    = grant || dropped;
    wire [QUEUES-1:0] this_queue = {{QUEUES-1{1'b0}}, 1'b1} << queue;
    wire [PORTS-1:0]  due_grant  = {{PORTS-1{1'b0}}, grant} << port_of(lane);

    always @(posedge clk) begin
        there_1      <= visits && there[visited];
        there_2      <= there_1;
        lane         <= lane_of(way, any_class);
        due_header   <= headers[H*port_of(visited) +: H];
        class_1_due  <= CLASS_OF[visited];
        detoured_due <= due_begun[visited];
        due_control  <= changes;
        stay_2       <= stay;
        drop_2       <= drop;
        due_begun    <= due_begun & ~(leaving ? this_queue : {QUEUES{1'b0}})
                        | (is_there && stay_2 ? this_queue : {QUEUES{1'b0}});
        due_lost_soon <= dropped || due_lost_soon && clock != FRAME - 2;
        if (clock == FRAME - 2 && due_lost_soon)
            due_lost <= 1'b1;
        due_sent     <= (clock == 7'd0 ? {QUEUES{1'b0}} : due_sent) | (leaving ? this_queue : {QUEUES{1'b0}});
        due_members  <= due_members & ~(leaving ? this_queue : {QUEUES{1'b0}}) | (stays ? this_queue : {QUEUES{1'b0}});
        due_left     <= clock == 7'd3 ? {QUEUES{1'b0}} : due_left | ({{QUEUES-1{1'b0}}, stays} << lane);
        given        <= clock == 7'd3 ? {PORTS{1'b0}} : given | due_grant;
        if (clock == 7'd3) begin
            seen         <= room;
            due_reserved <= due_left;
        end
        if (silent || rst) begin
            due_sent     <= {QUEUES{1'b0}};
            due_members  <= {QUEUES{1'b0}};
            due_left     <= {QUEUES{1'b0}};
            due_reserved <= {QUEUES{1'b0}};
            due_begun    <= {QUEUES{1'b0}};
            due_lost_soon <= 1'b0;
        end
        if (rst)
            due_lost <= 1'b0;
    end

    // ---- both agree
    wire [6:0]        start   = own_turn == QUEUES - 1 ? 7'd3 : 7'd2;      // the ring's first shift
    wire [6:0]        shifts  = clock <= start ? 7'd0 : clock - start;
    wire [6:0]        place   = turn + (shifts > QUEUES ? QUEUES : shifts);
    wire [6:0]        place_1 = place >= LINKS ? place - LINKS : place;
    wire [6:0]        place_2 = place_1 >= LINKS ? place_1 - LINKS : place_1;
    wire [3:0]        frame   = clock != 7'd0 ? own_turn : own_turn == 4'd0 ? QUEUES - 1 : own_turn - 4'd1;
    reg  [QUEUES-1:0] still_open;
    integer           k;

    always @*
        for (k = 0; k < QUEUES; k = k + 1)
            still_open[k] = seen[k] && !given[port_of(k)];

    wire counted   = clock < FRAME && turn < LINKS && own_turn < QUEUES && (live || silent == (clock < FRAME - 2))
                     && !(live && silent) && (live || turn == 0 && own_turn == 0) && (!fresh || clock == 0 && !live);
    wire in_order  = ring == {{LINKS-1{1'b0}}, 1'b1} << place_2 && frames == {{QUEUES-1{1'b0}}, 1'b1} << frame
                     && active == visits;
    wire shown     = here[OWN] == (visits && visited == OWN)
                     && (!visits || visited == OWN || here[LINKS-1:0] == {{LINKS-1{1'b0}}, 1'b1} << visited);
    wire headed    = clock < 7'd3 || clock > 7'd2 + QUEUES || header == due_header
                     && (DETOURS == 0 || in_class_1 == class_1_due && detoured == detoured_due);
    wire decided   = !live || granted == due_grant && (!grant || own == (queue == OWN))
                     && (!grant || queue == OWN || number == port_of(queue)) && (DETOURS == 0 || control == due_control);
    wire leaves    = !live || sent == due_sent;
    wire reserves  = !live || members == due_members && left == due_left && reserved == due_reserved
                     && begun_here == due_begun && lost_soon == due_lost_soon && (DETOURS == 0 || lost == due_lost)
                     && (clock < 7'd4 || open == still_open);
    wire quiet     = live || fresh || {sent, members, left, reserved, begun_here, lost_soon, due_sent, due_members, due_left,
                                       due_reserved, due_begun, due_lost_soon, due_lost} == 0 && (DETOURS == 0 || !lost);

    // ---- a head that waits
    reg  [3:0] mine, other, wanted, others_lane;
    reg        waits, other_waits, broken;
    reg  [1:0] got;                             // grants of lane `wanted` to queue `other` meanwhile

    wire       wants      = is_there && has_lane;
    wire       my_turn    = checks && queue == mine;
    wire       its_turn   = checks && queue == other;
    assign     there      = any_there;

    always @(posedge clk) begin
        if (live && my_turn && (waits ? !wants || lane != wanted : wants && !grant && lane != wanted)
            || live && its_turn && other_waits && (!wants || lane != others_lane))
            broken <= 1'b1;                     // a head has vanished, or changed its way; or another lane is `wanted`
        if (live && my_turn)
            waits <= wants && !grant;
        if (live && its_turn) begin
            other_waits <= wants && !grant;
            others_lane <= lane;
        end
        if (live && my_turn && (grant || !waits))
            got <= 2'd0;
        else if (waits && its_turn && grant && lane == wanted)
            got <= got + 2'd1;
        if (rst) begin
            mine        <= any_mine;
            other       <= any_other;
            wanted      <= any_wanted;
            waits       <= 1'b0;
            other_waits <= 1'b0;
            broken      <= any_mine >= QUEUES || any_other >= QUEUES || any_wanted >= QUEUES || any_mine == any_other;
            got         <= 2'd0;
        end
    end

    // Whether a queue has had its turn in this scan; meant for clocks from 4 on.
    function had_turn;
        input [3:0] queue, turn, own_turn;
        input [6:0] clock;
        integer     i;
        begin
            had_turn = 1'b0;
            for (i = 0; i < QUEUES; i = i + 1)
                if (queue_at(i, turn, own_turn) == queue && clock > 4 + i)
                    had_turn = 1'b1;
        end
    endfunction

    wire between  = clock < 7'd4;
    wire is_mine  = due_members[mine];
    wire mine_had = had_turn(mine, turn, own_turn, clock), other_had = had_turn(other, turn, own_turn, clock);
    wire held     = due_reserved[wanted];
    wire rivals   = due_members[other] && others_lane == wanted;        // the other is a member of this lane, too
    wire once     = got == 2'd0 || got == 2'd1 && !rivals;
    wire twice    = got <= 2'd1 || got == 2'd2 && !rivals;
    // As long as others hold the lane; once it is free, to all; and from then on, as a member.
    wire waits_so = !waits ? got == 2'd0 && !is_mine
                    : !is_mine ? (between ? held && once : held ? once : !mine_had && (other_had ? twice : once))
                    : (between || mine_had ? due_left[wanted] : held) && (between || held || other_had ? twice : once);
    wire members_wait = !due_members[other] || other_waits;
    wire in_range = mine < QUEUES && other < QUEUES && wanted < QUEUES && mine != other;
    wire waited   = WAITS == 0 || broken || !live && in_range && !waits && !other_waits && got == 2'd0
                    || live && in_range && waits_so && members_wait && got <= 2'd2;

    assign clock_shown = clock;
    assign parts = {waited, quiet, reserves, leaves, decided, headed, shown, in_order, counted};
    still #(.CLOCKS(CLOCKS)) all (.clk(clk), .claim(!begun || &parts), .ok(ok));
endmodule

`default_nettype wire
